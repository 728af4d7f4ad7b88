// The programs of the paper "Game Calculator", as it prints them, its minus
// sign (U+2212) and its line breaks included. One brace is added: the Kaley
// program lacks the one that opens its default. The answers are in its notation.
:notation paper

// 3.1 Nim: remove any number of counters from a heap.
Nim(n) 
{ 
 case 0:  0; 
default:  { Nim(k) : k = 0.. n −1 |  
    Nim(k) : k = 0.. n −1 }; 
} 
Nim(3)                          // = *(3)
Nim(3) + Nim(7)                 // = *(4)
? Nim(3) + 
Nim(7)                          // = first player win

// 3.2 Kayles: knock down one pin, or two neighbours.
Kaley(n) 
{ 
case 0: 0; 
 case 1: *(1); 
 default: { Kaley(k)+Kaley(n−k−1):k = 0.. n-1, 
  Kaley(k)+Kaley(n−k−2):k = 0.. n-2| 
  Kaley(k)+Kaley(n−k−1):k = 0.. n-1, 
              Kaley(k)+Kaley(n−k−2):k = 0.. n-2}; 
} 
Kaley(4)                        // = *(1)

// 3.3 Partisan Kayles: Left knocks down one pin, Right two neighbours; a single
// pin may be knocked down by either.
PK(n) 
{ 
 case 0: 0; 
 case 1: *(1); 
 default: { PK(k) + PK (n−k−1) : k = 0.. n-1| 
  PK(k) + PK(n−k−2) : k = 0.. n-2 }; 
} 
PK(3)                           // = ^(1)

// 2.1 Literals: numbers, nimbers and ups.
1; *; ^                         // = 1  // = *(1)  // = ^(1)
2.011; *(2); ^(2.011)            // = 2.011  // = *(2)  // = ^(2.011)
3^(2)                           // = 3^(2)
