# Made by scripts/stubs.py: change that, not this.
from ._boards import Ruleset

__all__ = [
    "Amazons",
    "AntiClobber",
    "ArcKayles",
    "CannibalClobber",
    "ChildishHackenbush",
    "Chomp",
    "Clobber",
    "Col",
    "Cram",
    "Cutcake",
    "DawsonsChess",
    "DiagonalClobber",
    "DigraphPlacement",
    "Domineering",
    "Eatcake",
    "EdgeNim",
    "ElephantsAndRhinos",
    "FibonacciNim",
    "Fission",
    "Fjords",
    "GenToadsAndFrogs",
    "GenWythoff",
    "Hackenbush",
    "HypergraphNim",
    "Kings",
    "KingsDirt",
    "Knights",
    "Konane",
    "MaundyCake",
    "Mem",
    "MockTurtles",
    "Nimstring",
    "NoGo",
    "NodeKayles",
    "PartizanArcKayles",
    "PartizanEuclid",
    "PartizanSplittles",
    "PartizanSubtraction",
    "PartizanTakeAndBreak",
    "PegDuotaire",
    "Poset",
    "Queens",
    "Quicksort",
    "Rooks",
    "Ruler",
    "Sheep",
    "SkiJumps",
    "Snort",
    "TakeAway",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "TurnAndEatcake",
    "Turning",
    "TurningTurtles",
    "WeightedArcKayles",
    "Wythoff",
]

Amazons: Ruleset
AntiClobber: Ruleset
ArcKayles: Ruleset
CannibalClobber: Ruleset
ChildishHackenbush: Ruleset
Chomp: Ruleset
Clobber: Ruleset
Col: Ruleset
Cram: Ruleset
Cutcake: Ruleset
DawsonsChess: Ruleset
DiagonalClobber: Ruleset
DigraphPlacement: Ruleset
Domineering: Ruleset
Eatcake: Ruleset
EdgeNim: Ruleset
ElephantsAndRhinos: Ruleset
FibonacciNim: Ruleset
Fission: Ruleset
Fjords: Ruleset
GenToadsAndFrogs: Ruleset
GenWythoff: Ruleset
Hackenbush: Ruleset
HypergraphNim: Ruleset
Kings: Ruleset
KingsDirt: Ruleset
Knights: Ruleset
Konane: Ruleset
MaundyCake: Ruleset
Mem: Ruleset
MockTurtles: Ruleset
Nimstring: Ruleset
NoGo: Ruleset
NodeKayles: Ruleset
PartizanArcKayles: Ruleset
PartizanEuclid: Ruleset
PartizanSplittles: Ruleset
PartizanSubtraction: Ruleset
PartizanTakeAndBreak: Ruleset
PegDuotaire: Ruleset
Poset: Ruleset
Queens: Ruleset
Quicksort: Ruleset
Rooks: Ruleset
Ruler: Ruleset
Sheep: Ruleset
SkiJumps: Ruleset
Snort: Ruleset
TakeAway: Ruleset
ToadsAndFrogs: Ruleset
TopplingDominoes: Ruleset
TurnAndEatcake: Ruleset
Turning: Ruleset
TurningTurtles: Ruleset
WeightedArcKayles: Ruleset
Wythoff: Ruleset
