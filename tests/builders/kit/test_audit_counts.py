from __future__ import annotations

from builders.kit.audit_counts import AuditCounts


def test_pairs_are_counted_clean_or_by_their_flags() -> None:
    audit = AuditCounts("en")
    audit.add("The king sleeps.", "The queen sleeps.")
    audit.add("The king sleeps.", "The king sleeps.")
    audit.add("The lamp fell.", "The chair fell.")
    assert audit.summary() == {
        "pairs": 3,
        "clean": 1,
        "flags": {"attribute_changed": 1, "identical": 1, "no_gender": 1, "non_minimal": 1},
    }


def test_no_pairs_have_no_flags() -> None:
    assert AuditCounts("de").summary() == {"pairs": 0, "clean": 0, "flags": {}}
