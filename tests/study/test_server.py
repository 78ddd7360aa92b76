"""The server of a study: who may do what, what is refused, and that nothing is told to the wrong person."""

import json
import logging
import shutil
from itertools import takewhile

import pytest
from starlette.testclient import TestClient
from studies import EFFECTS, annotation_study, answer_all, rating_study

from laconic.study.opening import invite, open_study
from laconic.study.progress import progress_of
from laconic.web.limits import Limits
from laconic.web.study.app import study_app

RATING = {"place": 0, "ratings": {"grammaticality": 4, "importance": 2}, "seconds": 1.5}


@pytest.fixture
def rating(tmp_path):
    """A client, the secrets of two raters and of the runner, and the path of the study."""
    path = tmp_path / "study.db"
    study, runner = rating_study(path, sentences=4)
    secrets = {name: study.invite(name) for name in ("anna", "ben")}
    study.store.close()
    with TestClient(study_app(path)) as client:
        yield client, {**secrets, "runner": runner}, path


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def test_ratings_are_stored_and_come_back(rating) -> None:
    client, secrets, path = rating
    assert client.get("/api/v1/session", headers=bearer(secrets["anna"])).json()["trials"][0]["answer"] is None
    saved = client.post("/api/v1/ratings", json=RATING, headers=bearer(secrets["anna"]))
    assert saved.json() == {"place": 0, "text": ""}
    revised = {**RATING, "ratings": {"grammaticality": 4, "importance": 5}}
    assert client.post("/api/v1/ratings", json=revised, headers=bearer(secrets["anna"])).status_code == 200
    trials = client.get("/api/v1/session", headers=bearer(secrets["anna"])).json()["trials"]
    assert trials[0]["answer"] == {
        "ratings": {"grammaticality": 4, "importance": 5},
        "comment": "",
        "seconds": 1.5,
    }
    study = open_study(path)
    with study.store:
        assert [len(study.answers(person)) for person in study.store.people()] == [1, 0]


def test_the_completion_code_is_given_at_the_end_alone(tmp_path) -> None:
    study, _ = rating_study(tmp_path / "s.db", sentences=2, checks=0, practice=0, completion_code="C0FFEE")
    secret = study.invite("anna")
    study.store.close()
    with TestClient(study_app(tmp_path / "s.db"), base_url="http://127.0.0.1") as client:
        assert "C0FFEE" not in client.get("/api/v1/session", headers=bearer(secret)).text
        for place in (0, 1):
            refused = client.get("/api/v1/completion", headers=bearer(secret))
            assert (refused.status_code, refused.json()["detail"]) == (409, "Some pairs have not been rated yet.")
            client.post("/api/v1/ratings", json={**RATING, "place": place}, headers=bearer(secret))
        assert client.get("/api/v1/completion", headers=bearer(secret)).json() == {"code": "C0FFEE"}
        assert client.get("/api/v1/completion").status_code == 401


@pytest.mark.parametrize("kind", ["rate", "annotate"])
def test_nothing_is_asked_or_taken_before_consent(tmp_path, kind: str) -> None:
    make, path = {"rate": rating_study, "annotate": annotation_study}[kind], tmp_path / "s.db"
    study, _ = make(path, consent=["You may stop at any time."])
    secret = study.invite("anna")
    study.store.close()
    address, answer = {
        "rate": ("/api/v1/ratings", RATING),
        "annotate": ("/api/v1/compressions", {"place": 0, "text": "It rains."}),
    }[kind]
    with TestClient(study_app(path), headers=bearer(secret)) as client:
        asked = client.get("/api/v1/session").json()
        assert asked["consent"] == ["You may stop at any time."]
        assert [asked.get(each) or [] for each in ("instructions", "trials", "documents")] == [[], [], []]
        refused = client.post(address, json=answer)
        assert (refused.status_code, refused.json()["detail"][:29]) == (403, "Agree to take part first: ope")
        assert client.post("/api/v1/consent", json={"agreed": False}).status_code == 409
        assert client.get("/api/v1/session").json()["consent"]
        assert client.post("/api/v1/consent", json={"agreed": True}).json() == {"agreed": True}
        assert client.post("/api/v1/consent", json={"agreed": True}, headers=bearer("nobody")).status_code == 401
    with TestClient(study_app(path), headers=bearer(secret)) as client:  # it is remembered
        asked = client.get("/api/v1/session").json()
        assert asked["consent"] == []
        assert asked.get("trials") or asked.get("documents")
        assert client.post(address, json=answer).status_code == 200
    with open_study(path) as study:
        (anna,) = progress_of(study)
        first = anna.agreed
        study.store.agree(1)
        assert first == study.store.agreed(1) is not None  # when it was first given


def test_each_rater_may_have_a_completion_code_of_their_own(tmp_path) -> None:
    study, _ = rating_study(tmp_path / "s.db", sentences=2, code_key="a key", completion_code="C0FFEE")
    with study:
        for name in ("anna", "ben"):
            study.invite(name)
        anna, ben = (study.code_of(person) for person in study.store.people())
        assert anna != ben
        assert anna.startswith("C0FFEE-")
        assert len(anna) == len("C0FFEE-") + 10
        assert [each.code for each in progress_of(study)] == [anna, ben]
        assert study.completion_code(study.store.people()[0]) is None
    again, _ = rating_study(tmp_path / "t.db", sentences=2, code_key="another key")
    with again:
        again.invite("anna")
        assert again.code_of(again.store.people()[0]) not in anna


def test_what_a_rater_is_told_is_blind(rating) -> None:
    client, secrets, _ = rating
    session = client.get("/api/v1/session", headers=bearer(secrets["anna"]))
    assert session.json()["kind"] == "rate"
    assert set(session.json()["trials"][-1]) == {"source", "texts", "practice", "comment", "answer"}
    assert not any(f'"{system}"' in session.text for system in EFFECTS)
    assert len(session.json()["trials"]) == 3 + 4 + 2


def test_people_can_be_invited_while_it_is_served(rating) -> None:
    client, secrets, path = rating
    study = open_study(path)
    with study.store:
        new = invite(study, ["carl", "ben"])
    for name, secret, status in (("carl", new["carl"], 200), ("ben", new["ben"], 200), ("ben", secrets["ben"], 401)):
        assert client.get("/api/v1/session", headers=bearer(secret)).status_code == status, name


def test_nobody_sees_the_answers_of_another(rating) -> None:
    client, secrets, _ = rating
    client.post("/api/v1/ratings", json=RATING, headers=bearer(secrets["anna"]))
    for name in ("ben", "anna"):
        answers = [
            each["answer"] for each in client.get("/api/v1/session", headers=bearer(secrets[name])).json()["trials"]
        ]
        assert any(answers) == (name == "anna")
    for path in ("/api/v1/progress", "/api/v1/report/ratings.csv", "/api/v1/report/report.html"):
        refused = client.get(path, headers=bearer(secrets["ben"]))
        assert refused.status_code == 403
        assert "anna" not in refused.text


@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/progress", "/api/v1/report/ratings.csv"])
@pytest.mark.parametrize(
    "headers", [{}, bearer("wrong"), bearer(""), bearer("x" * 5000), {"Authorization": "Basic YTpi"}]
)
def test_strangers_learn_nothing(rating, path, headers) -> None:
    client, _, _ = rating
    refused = client.get(path, headers=headers)
    assert refused.status_code == 401
    assert refused.json()["detail"] == "This link does not belong to a study: use your complete personal link."


def test_the_runner_watches_but_does_not_rate(rating) -> None:
    client, secrets, _ = rating
    client.post("/api/v1/ratings", json={**RATING, "place": 3}, headers=bearer(secrets["anna"]))
    overview = client.get("/api/v1/progress", headers=bearer(secrets["runner"])).json()
    assert [(each["name"], each["done"], each["asked"]) for each in overview["people"]] == [
        ("anna", 1, 4),
        ("ben", 0, 4),
    ]
    assert client.get("/api/v1/session", headers=bearer(secrets["runner"])).status_code == 403
    assert client.post("/api/v1/ratings", json=RATING, headers=bearer(secrets["runner"])).status_code == 403


def test_the_runner_fetches_results(rating) -> None:
    client, secrets, path = rating
    refused = client.get("/api/v1/report/report.html", headers=bearer(secrets["runner"]))
    assert refused.status_code == 409
    assert refused.json()["detail"] == "There are no ratings yet, so there is nothing to report."
    study = open_study(path)
    with study.store:
        answer_all(study, EFFECTS)
    table = client.get("/api/v1/report/ratings.csv", headers=bearer(secrets["runner"]))
    assert table.text.count("\n") == 1 + 8
    assert table.headers["content-disposition"] == 'attachment; filename="ratings.csv"'
    assert client.get("/api/v1/report/other", headers=bearer(secrets["runner"])).status_code == 404


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"ratings": {"grammaticality": 6, "importance": 1}}, 409),
        ({"ratings": {"grammaticality": 5}}, 409),
        ({"ratings": {"grammaticality": "5", "importance": 1}}, 422),
        ({"ratings": {"grammaticality": 5, "importance": 0}}, 409),
        ({"ratings": {"grammaticality": 5, "importance": 2, "beauty": 1}}, 409),
        ({"ratings": {"grammaticality": 5, "importance": 2.5}}, 422),
        ({"importance": 5}, 422),
        ({"place": -1}, 422),
        ({"place": 2**70}, 422),
        ({"seconds": -1}, 422),
        ({"person": 2}, 422),
        ({"place": 9}, 404),
    ],
)
def test_impossible_ratings_are_refused(rating, change, status) -> None:
    client, secrets, _ = rating
    refused = client.post("/api/v1/ratings", json={**RATING, **change}, headers=bearer(secrets["anna"]))
    assert refused.status_code == status
    assert refused.json()["detail"].endswith(".")


def test_pages_of_other_sites_cannot_answer(rating) -> None:
    client, secrets, _ = rating
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        refused = client.post("/api/v1/ratings", json=RATING, headers={**bearer(secrets["anna"]), **headers})
        assert refused.status_code == 403
    form = client.post("/api/v1/ratings", data={"place": "0"}, headers=bearer(secrets["anna"]))
    assert form.status_code == 415
    wrong_kind = client.post("/api/v1/compressions", json={"place": 0}, headers=bearer(secrets["anna"]))
    assert wrong_kind.status_code == 404


def test_guessing_is_slowed_down_without_harm_to_others(rating) -> None:
    client, secrets, _ = rating
    guesses = (client.get("/api/v1/session", headers=bearer(f"guess{number}")).status_code for number in range(1000))
    statuses = list(takewhile(lambda status: status != 429, guesses))
    assert 1 <= len(statuses) < 1000
    assert set(statuses) == {401}
    assert client.get("/api/v1/session", headers=bearer(secrets["anna"])).status_code == 200


def test_everybody_has_a_limit_of_their_own(tmp_path) -> None:
    study, _ = rating_study(tmp_path / "study.db", sentences=4)
    secrets = [study.invite(name) for name in ("anna", "ben")]
    study.store.close()
    with TestClient(study_app(tmp_path / "study.db", limits=Limits(requests_per_minute=4))) as client:
        anna = [client.get("/api/v1/session", headers=bearer(secrets[0])).status_code for _ in range(5)]
        assert (anna[0], anna[-1]) == (200, 429)
        assert client.get("/api/v1/session", headers=bearer(secrets[1])).status_code == 200


def test_no_secret_reaches_a_log_or_a_count(rating, caplog) -> None:
    client, secrets, _ = rating
    caplog.set_level(logging.DEBUG)
    for secret in secrets.values():
        client.get("/api/v1/session", headers=bearer(secret))
        client.post("/api/v1/ratings", json=RATING, headers=bearer(secret))
        client.get(f"/{secret}", headers=bearer(secret))
    told = client.get("/metrics", headers=bearer(secrets["runner"])).text
    assert "laconic_requests" in told
    for secret in secrets.values():
        assert secret not in told
        assert not any(secret in str(record.__dict__) for record in caplog.records if record.name.startswith("laconic"))


def test_only_people_of_the_study_see_how_it_works(rating) -> None:
    client, secrets, _ = rating
    for path in ("/metrics", "/api/v1/openapi.json"):
        assert client.get(path).status_code == 401
        assert client.get(path, headers=bearer(secrets["runner"])).status_code == 200
    assert client.get("/metrics", headers=bearer(secrets["anna"])).status_code == 403
    assert client.get("/health").status_code == 200


def test_pages_load_nothing_from_elsewhere(rating) -> None:
    client, _, _ = rating
    for path in ("/", "/run"):
        page = client.get(path)
        assert page.status_code == 200
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert page.headers["referrer-policy"] == "no-referrer"
        assert "http" not in page.text


def test_compressions_by_rewriting(tmp_path) -> None:
    study, runner = annotation_study(tmp_path / "study.db")
    secret = study.invite("anna")
    study.store.close()
    with TestClient(study_app(tmp_path / "study.db")) as client:
        session = client.get("/api/v1/session", headers=bearer(secret)).json()
        assert (session["kind"], session["mode"]) == ("annotate", "rewrite")
        assert [document["name"] for document in session["documents"]] == ["harbour", "bakery"]
        first = session["documents"][0]["sentences"][0]
        assert (
            "".join(" " * gap + word for word, gap in zip(first["words"], first["spaced"], strict=True)).strip()
            == first["source"]
        )
        body = {"place": 2, "text": " The bakery \n won. ", "done": True}
        assert (
            client.post("/api/v1/compressions", json=body, headers=bearer(secret)).json()["text"] == "The bakery won."
        )
        empty = client.post("/api/v1/compressions", json={"place": 2, "text": " "}, headers=bearer(secret))
        assert (empty.status_code, "cannot be empty" in empty.text) == (409, True)
        beyond = client.post("/api/v1/compressions", json={"place": 3, "text": "x"}, headers=bearer(secret))
        assert (beyond.status_code, beyond.json()["detail"]) == (404, "Nothing was asked at this place.")
        assert client.post("/api/v1/ratings", json=RATING, headers=bearer(secret)).status_code == 404
        corpus = client.get("/api/v1/report/compressions.jsonl", headers=bearer(runner))
        assert json.loads(corpus.text)["references"] == ["The bakery won."]


def test_compressions_by_deletion(tmp_path) -> None:
    study, _ = annotation_study(tmp_path / "study.db", "delete")
    secret = study.invite("anna")
    study.store.close()
    with TestClient(study_app(tmp_path / "study.db")) as client:
        body = {"place": 0, "kept": [0, 2, 8, 9, 12]}
        saved = client.post("/api/v1/compressions", json=body, headers=bearer(secret))
        assert saved.json() == {"place": 0, "text": "The harbour will close."}
        for kept, status in (([], 409), ([13], 409), ([-1], 422), (["a"], 422)):
            refused = client.post("/api/v1/compressions", json={"place": 0, "kept": kept}, headers=bearer(secret))
            assert refused.status_code == status


def test_a_stopped_server_leaves_everything_in_one_file(tmp_path) -> None:
    path, copy = tmp_path / "study.db", tmp_path / "copy.db"
    study, _ = rating_study(path, sentences=4)
    secret = study.invite("anna")
    with study:  # somebody else has it open, so that its log stays
        with TestClient(study_app(path)) as client:
            assert client.post("/api/v1/ratings", json=RATING, headers=bearer(secret)).status_code == 200
        shutil.copy(path, copy)
    with open_study(copy) as copied:
        assert len(copied.answers(copied.store.person(secret))) == 1
