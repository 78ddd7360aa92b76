// The compiled core: one extension module, one source file a kernel.
//
// Every kernel file defines one `bind_*` function that adds its functions to the module.
// Kernels take and return plain arrays, check them before they start, and release the GIL; everything else is Python.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace laconic {

void bind_bigram(nb::module_ &module);
void bind_bitext(nb::module_ &module);
void bind_cancel(nb::module_ &module);
void bind_chain(nb::module_ &module);
void bind_cky(nb::module_ &module);
void bind_deletion_features(nb::module_ &module);
void bind_divide(nb::module_ &module);
void bind_dual(nb::module_ &module);
void bind_edit(nb::module_ &module);
void bind_eisner(nb::module_ &module);
void bind_forest_graph(nb::module_ &module);
void bind_forest_inference(nb::module_ &module);
void bind_forest_kbest(nb::module_ &module);
void bind_forest_rescore(nb::module_ &module);
void bind_forest_strata(nb::module_ &module);
void bind_forest_target(nb::module_ &module);
void bind_gaps(nb::module_ &module);
void bind_grammar(nb::module_ &module);
void bind_joint_exact(nb::module_ &module);
void bind_joint_relaxed(nb::module_ &module);
void bind_joshua(nb::module_ &module);
void bind_language_model(nb::module_ &module);
void bind_mert(nb::module_ &module);
void bind_ngrams(nb::module_ &module);
void bind_scfg(nb::module_ &module);
void bind_subtree(nb::module_ &module);
void bind_surface(nb::module_ &module);
void bind_ter(nb::module_ &module);
void bind_trigram(nb::module_ &module);
void bind_word_lattice(nb::module_ &module);
void bind_words(nb::module_ &module);

}  // namespace laconic

NB_MODULE(_core, module) {
    using namespace laconic;
    // Objects that live until the interpreter ends, such as a model in a module, are not leaks worth a warning.
    nb::set_leak_warnings(false);
    module.doc() = "Compiled kernels of laconic.";
    bind_bigram(module);
    bind_bitext(module);
    bind_cancel(module);
    bind_chain(module);
    bind_cky(module);
    bind_deletion_features(module);
    bind_divide(module);
    bind_dual(module);
    bind_edit(module);
    bind_eisner(module);
    bind_forest_graph(module);
    bind_forest_inference(module);
    bind_forest_kbest(module);
    bind_forest_rescore(module);
    bind_forest_strata(module);
    bind_forest_target(module);
    bind_gaps(module);
    bind_grammar(module);
    bind_joint_exact(module);
    bind_joint_relaxed(module);
    bind_joshua(module);
    bind_language_model(module);
    bind_mert(module);
    bind_ngrams(module);
    bind_scfg(module);
    bind_subtree(module);
    bind_surface(module);
    bind_ter(module);
    bind_trigram(module);
    bind_word_lattice(module);
    bind_words(module);
}
