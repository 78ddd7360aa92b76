"""Studies with people: compressing documents, rating compressions, and what the answers say.

A study lives in one SQLite file (`laconic.study.store`). `laconic.study.annotation` and
`laconic.study.rating` say what is asked; `laconic.study.report` says what came of it. The pages that people
see are in `laconic.web.study`.
"""
