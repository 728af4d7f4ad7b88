ordinal('{-1|1}', 1); '{ k : k = 0..3 || '{1|}' | {*|*} }' - ['{0|}'][0]
g = '{4|-2}'; conway(g, g); selective(*(2), g); cool(g, 1); heat(^, 2); overheat(*, 1, 2); norton(3, ^)
:notation standard
followers('{^|v}'); incentives(g); thermograph(g); uptimal(^[3]*); atomicweight('{0|v*}'); companion(g)
