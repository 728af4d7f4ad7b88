(* Form.v: the order of explicit games is decided by computation, and so is whether a game is canonical. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Cg Require Import Game Order.

Fixpoint leb (n : nat) (g h : game) : bool := match n with 0 => false | S n =>
 forallb (fun x => negb (leb n h x)) (L g) && forallb (fun y => negb (leb n y g)) (R h) end.
Lemma leb_ok n : forall g h, rank g + rank h < n -> (leb n g h = true <-> le g h).
Proof. induction n; intros g h Q; [lia|]. cbn [leb]. rewrite andb_true_iff, !forallb_forall.
 assert (A : forall x, In x (L g) -> (negb (leb n h x) = true <-> lf x h)).
 { intros x Hx. pose proof (rank_L _ _ Hx). rewrite negb_true_iff, lf_not_le, <- IHn by lia. destruct (leb n h x); split; congruence. }
 assert (B : forall y, In y (R h) -> (negb (leb n y g) = true <-> lf g y)).
 { intros y Hy. pose proof (rank_R _ _ Hy). rewrite negb_true_iff, lf_not_le, <- IHn by lia. destruct (leb n y g); split; congruence. }
 split.
 - intros [U V]. constructor; intros x Hx; [apply A|apply B]; auto.
 - intro U. split; intros x Hx; [apply A|apply B]; auto; [eapply le_L|eapply le_R]; eauto. Qed.
Definition leq g h := leb (S (rank g + rank h)) g h.
Lemma leq_ok g h : leq g h = true <-> le g h. Proof. apply leb_ok. lia. Qed.
Lemma le_yes g h : leq g h = true -> le g h. Proof. apply leq_ok. Qed.
Lemma le_no g h : leq g h = false -> ~ le g h. Proof. intros A B. apply leq_ok in B. congruence. Qed.
Lemma eq_yes g h : leq g h && leq h g = true -> eq g h. Proof. intro A. apply andb_true_iff in A as [A B]. split; apply leq_ok; auto. Qed.
Lemma eq_no g h : leq g h && leq h g = false -> ~ eq g h. Proof. intros A [B C]. apply leq_ok in B, C. rewrite B, C in A. discriminate. Qed.

Fixpoint apart (l : list game) : bool := match l with [] => true | x :: r => forallb (fun y => negb (leq x y) && negb (leq y x)) r && apart r end.
Definition here g := apart (L g) && apart (R g) && forallb (fun x => forallb (fun y => negb (leq y g)) (R x)) (L g) && forallb (fun x => forallb (fun y => negb (leq g y)) (L x)) (R g).
Fixpoint canb (n : nat) g : bool := match n with 0 => false | S n => here g && forallb (canb n) (L g) && forallb (canb n) (R g) end.
Lemma no x y : negb (leq x y) = true -> ~ le x y. Proof. rewrite negb_true_iff. apply le_no. Qed.
Lemma apart_ok l : apart l = true -> ForallOrdPairs (fun x y => ~ le x y /\ ~ le y x) l.
Proof. induction l as [|x r IH]; simpl; intro H; constructor; apply andb_true_iff in H as [H1 H2]; auto.
 rewrite forallb_forall in H1. apply Forall_forall. intros y Hy. specialize (H1 y Hy). apply andb_true_iff in H1 as [A B]. split; apply no; auto. Qed.
Theorem canonical_sound n : forall g, canb n g = true -> canonical g.
Proof. induction n; intros g H; [discriminate|]. simpl in H. apply andb_true_iff in H as [H H3]. apply andb_true_iff in H as [H1 H2].
 unfold here in H1. apply andb_true_iff in H1 as [H1 D]. apply andb_true_iff in H1 as [H1 C]. apply andb_true_iff in H1 as [A B]. rewrite !forallb_forall in *.
 constructor; try apply apart_ok; auto.
 - intros x y Hx Hy. specialize (C x Hx). rewrite forallb_forall in C. apply no; auto.
 - intros x y Hx Hy. specialize (D x Hx). rewrite forallb_forall in D. apply no; auto.
 - intros x [Hx|Hx]; auto. Qed.
