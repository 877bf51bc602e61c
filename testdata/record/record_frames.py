"""Records pickles of pandas tables for loaders/pickle/testdata/frames.tsv: name, pickle in base64; the third column, what cptui
shows, is checked by eye and filled in by hand.

    python testdata/record/record_frames.py
"""
import base64, pickle

import pandas as pd

days = pd.date_range("2026-01-01", periods=2, tz="UTC")
for name, x in {
    "mixed": pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": [1.5, 2.5], "d": [True, False], "e": [3, 4]}, index=["r1", "r2"]),
    "empty": pd.DataFrame(),
    "categories": pd.DataFrame({"c": pd.Categorical(["u", "v"])}),
    "times": pd.DataFrame({"t": pd.to_datetime(["2026-01-01", "2026-01-02"])}),
    "numbered": pd.DataFrame([[1, 2], [3, 4]]),
    "two levels": pd.DataFrame({("a", "x"): [1], ("b", "y"): [2]}),
    "column": pd.Series([1, 2], name="s"),
    "column by day": pd.Series(["a", "b"], index=days),
}.items():
    print(f"{name}\t{base64.b64encode(pickle.dumps(x, 4)).decode()}\t")
