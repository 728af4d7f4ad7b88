:help outcom
:help frobnicate
