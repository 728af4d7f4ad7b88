:plot
:plot mean(^)
:plot thermograph(^) picture.png
:plot thermograph({1|)
:plot thermograph("a")
:plot thermograph(1/3)
:plot thermograph(^) /nowhere/at/all.svg
