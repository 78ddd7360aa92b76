// The API page: what the OpenAPI document says, for people.

import { ask } from "./api.js";
import { make } from "./dom.js";

const page = Object.fromEntries([...document.querySelectorAll("[id]")].map((element) => [element.id, element]));

/** The type of a schema, as short as it can be said. */
function kind(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map(kind).join(" or ");
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return schema.items ? `list of ${kind(schema.items)}` : "list";
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "anything");
}

/** What is said of a field: its meaning, its range, its default. */
function about(schema) {
  const said = [schema.description ?? schema.anyOf?.find(({ description }) => description)?.description];
  const range = [schema, ...(schema.anyOf ?? [])].find(({ minimum, exclusiveMinimum }) => (minimum ?? exclusiveMinimum) !== undefined);
  if (range?.maximum !== undefined) said.push(`From ${range.minimum ?? range.exclusiveMinimum} to ${range.maximum}.`);
  if (schema.default !== undefined && schema.default !== null) said.push(`Default: ${JSON.stringify(schema.default)}.`);
  return said.filter(Boolean).join(" ");
}

/** A table of the fields of an object. */
function fields(title, schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, make("code", {}, name), schema.required?.includes(name) ? " (needed)" : ""),
      make("td", {}, make("code", {}, kind(field))),
      make("td", {}, about(field)),
    ),
  );
  if (!rows.length) return null;
  const head = ["Field", "Type", "Meaning"].map((name) => make("th", { scope: "col" }, name));
  const table = make(
    "table",
    {},
    make("caption", {}, title),
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
  return make("div.fields", { tabindex: "0", role: "region", "aria-label": title }, table);
}

function endpoint(path, method, operation, resolve) {
  const asked = operation.requestBody?.content["application/json"];
  const answered = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))[1];
  const example = asked?.example;
  const address = `${location.origin}${path}`;
  const command = example
    ? `curl ${address} --json '${JSON.stringify(example).replaceAll("'", "'\\''")}'`
    : `curl ${address}`;
  return make(
    "section.card.endpoint",
    {},
    make("h2", {}, make("span.method", {}, method.toUpperCase()), make("code", {}, path)),
    make("p", {}, operation.summary),
    make("pre", { tabindex: "0", role: "region", "aria-label": `How to call ${path}` }, make("code", {}, command)),
    asked ? fields(`What ${path} takes`, resolve(asked.schema)) : null,
    fields(`What ${path} answers`, resolve(answered.content["application/json"].schema)),
  );
}

const document_ = await ask("/openapi.json");
const schemas = document_.components.schemas;
const resolve = (schema) => (schema.$ref ? schemas[schema.$ref.split("/").at(-1)] : schema);
page.about.textContent = document_.info.description;
const used = new Set();
const cards = Object.entries(document_.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => {
    for (const { $ref } of [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
      Object.values(each?.content ?? {}).map(({ schema }) => schema),
    )) {
      used.add($ref?.split("/").at(-1));
    }
    return endpoint(path, method, operation, resolve);
  }),
);
const others = Object.entries(schemas).filter(([name]) => !used.has(name));
page.endpoints.append(
  ...cards,
  make(
    "section.card.endpoint",
    {},
    make("h2", {}, "Types"),
    ...others.map(([name, schema]) => fields(name, schema)),
  ),
);
page.endpoints.removeAttribute("aria-busy");
