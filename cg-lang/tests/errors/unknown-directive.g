:hlep
:frobnicate
