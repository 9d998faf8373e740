#!/usr/bin/env python3
"""Writes expected.json: what a comparison of two runs must find, computed here
from the files alone, with fractions and by counting sign patterns.

usage: make_expected.py FOLDER-WITH-THE-SMALL-SETS > expected.json
"""
import json, math, sys
from collections import defaultdict
from fractions import Fraction


def load(folder, name):
    grades = defaultdict(dict)
    for line in open(f"{folder}/{name}.qrels"):
        t, _, d, g = line.split()
        grades[t][d] = int(g)
    runs = []
    for letter in "AB":
        run = defaultdict(list)
        for line in open(f"{folder}/{name}.run{letter}"):
            t, _, d, _, s, _ = line.split()
            run[t].append((float(s), d.encode()))
        runs.append({t: [d.decode() for _, d in sorted(l, reverse=True)] for t, l in run.items()})
    return grades, runs


def patterns(weights):
    """number of sign patterns by the sum of the weights with a plus"""
    counts = {0: 1}
    for w in weights:
        more = defaultdict(int)
        for s, n in counts.items():
            more[s] += n
            more[s + w] += n
        counts = more
    return counts


def two_sided(weights, observed):
    if not weights:
        return Fraction(1)
    counts, total = patterns(weights), 2 ** len(weights)
    up = sum(n for s, n in counts.items() if s >= observed)
    down = sum(n for s, n in counts.items() if s <= observed)
    return min(Fraction(1), Fraction(2 * min(up, down), total))


def symmetric(weights, observed):
    """P(|sum of signed weights| >= |observed|)"""
    if not weights:
        return Fraction(1)
    whole = sum(weights)
    hits = sum(n for s, n in patterns(weights).items() if abs(2 * s - whole) >= abs(observed))
    return Fraction(hits, 2 ** len(weights))


def ranks(values):
    """twice the average ranks of the absolute values"""
    order = sorted(values)
    return [order.index(v) + 1 + len(order) - order[::-1].index(v) for v in values]


def measure(kind, k, ranking, grades):
    hits = [grades.get(d, 0) >= 1 for d in ranking[:k]]
    if kind == "RR":
        return Fraction(1, hits.index(True) + 1) if True in hits else Fraction(0)
    if kind == "P":
        return Fraction(sum(hits), k)
    return Fraction(int(any(hits)))


def ceiling(kind, k, grades):
    relevant = sum(g >= 1 for g in grades.values())
    if kind == "P":
        return Fraction(min(k, relevant), k)
    return Fraction(int(relevant > 0))


def first(ranking, grades):
    for i, d in enumerate(ranking[:10]):
        if grades.get(d, 0) >= 1:
            return i + 1
    return 0


def move(a, b):
    if a == b:
        return "unchanged" if a else "both missing"
    if not a or not b:
        return "lost" if a else "added"
    if b > a:
        return "degraded"
    return "fixed" if b == 1 else "improved"


def compare(folder, name):
    grades, (a, b) = load(folder, name)
    topics = sorted(t for t in grades if t in a and t in b)
    out = {"topics": len(topics), "only_a": sum(t in a and t not in b for t in grades), "only_b": sum(t in b and t not in a for t in grades), "measures": []}
    moves = defaultdict(int)
    for t in topics:
        moves[move(first(a[t], grades[t]), first(b[t], grades[t]))] += 1
    out["moves"] = moves
    for kind, k in (("RR", 10), ("P", 5), ("P", 10), ("Success", 1), ("Success", 5)):
        x = [measure(kind, k, a[t], grades[t]) for t in topics]
        y = [measure(kind, k, b[t], grades[t]) for t in topics]
        d = [q - p for p, q in zip(x, y)]
        nonzero = [v for v in d if v]
        common = math.lcm(*[v.denominator for v in nonzero]) if nonzero else 1
        whole = [int(v * common) for v in nonzero]
        doubled = ranks([abs(v) for v in whole])
        wins = sum(v > 0 for v in d)
        losses = sum(v < 0 for v in d)
        n = wins + losses
        sign = min(Fraction(1), Fraction(2 * sum(math.comb(n, i) for i in range(min(wins, losses) + 1)), 2 ** n))
        out["measures"].append({
            "measure": f"{kind}@{k}", "mean_a": float(sum(x) / len(x)), "mean_b": float(sum(y) / len(y)),
            "ceiling": float(sum(ceiling(kind, k, grades[t]) for t in topics) / len(topics)),
            "difference": float(sum(d) / len(d)), "wins": wins, "losses": losses,
            "randomization": float(symmetric([abs(v) for v in whole], sum(whole))),
            "signed_rank": float(two_sided(doubled, sum(r for r, v in zip(doubled, whole) if v > 0))),
            "sign": float(sign)})
    return out


print(json.dumps({name: compare(sys.argv[1], name) for name in ("binary", "mixed", "uri")}, indent=1, sort_keys=True))
