(* Order.v: the order of games is a preorder that sums respect; a game less itself is zero; who wins is how a game
   stands to zero. *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.
From Cg Require Import Game.

Lemma size0 A p : size A p <= 0 -> left A p = [] /\ right A p = [].
Proof. intro H. pose proof (left_size A p) as B. pose proof (right_size A p) as C. split.
 - destruct (left A p) as [|a l]; auto. assert (size A a < size A p) by (apply B; simpl; auto). lia.
 - destruct (right A p) as [|a l]; auto. assert (size A a < size A p) by (apply C; simpl; auto). lia. Qed.
Lemma tree_val A n : forall p m, size A p <= n -> size A p <= m -> tree A n p = tree A m p.
Proof. induction n; intros p m H1 H2; destruct m; auto.
 - simpl. destruct (size0 A p H1) as [-> ->]. reflexivity.
 - simpl. destruct (size0 A p H2) as [-> ->]. reflexivity.
 - simpl. f_equal; apply map_ext_in; intros a Ha; [apply left_size in Ha | apply right_size in Ha]; apply IHn; lia. Qed.
Lemma val_unfold A p : val A p = mk (map (val A) (left A p)) (map (val A) (right A p)).
Proof. unfold val at 1. rewrite (tree_val A (size A p) p (S (size A p))) by lia. simpl.
 f_equal; apply map_ext_in; intros a Ha; [apply left_size in Ha | apply right_size in Ha]; unfold val; apply tree_val; lia. Qed.

Definition game_rect2 (P : game -> Prop) (H : forall l r, (forall x, In x l -> P x) -> (forall x, In x r -> P x) -> P (mk l r)) : forall g, P g.
Proof. refine (fix F g := match g with mk l r => H l r _ _ end).
 - induction l as [|a l IH]; intros x Hx; [destruct Hx|destruct Hx as [<-|Hx]; [apply F|apply IH, Hx]].
 - induction r as [|a r IH]; intros x Hx; [destruct Hx|destruct Hx as [<-|Hx]; [apply F|apply IH, Hx]]. Defined.

Fixpoint rank (g : game) : nat := match g with mk l r => S (list_max (map rank l) + list_max (map rank r)) end.
Lemma list_max_in (f : game -> nat) l x : In x l -> f x <= list_max (map f l).
Proof. induction l; simpl; intros []; subst; [lia|specialize (IHl H); lia]. Qed.
Lemma rank_L g x : In x (L g) -> rank x < rank g.
Proof. destruct g; simpl; intro H; apply (list_max_in rank) in H; lia. Qed.
Lemma rank_R g x : In x (R g) -> rank x < rank g.
Proof. destruct g; simpl; intro H; apply (list_max_in rank) in H; lia. Qed.
#[global] Hint Resolve rank_L rank_R : core.

Lemma le_L g h x : le g h -> In x (L g) -> lf x h. Proof. destruct 1; auto. Qed.
Lemma le_R g h x : le g h -> In x (R h) -> lf g x. Proof. destruct 1; auto. Qed.

Lemma le_refl g : le g g.
Proof. induction g using game_rect2. constructor; simpl; intros x Hx; [apply lf_l with x|apply lf_r with x]; simpl; auto. Qed.

Lemma trans_all n : forall g h k, rank g + rank h + rank k < n ->
 (le g h -> le h k -> le g k) /\ (lf g h -> le h k -> lf g k) /\ (le g h -> lf h k -> lf g k).
Proof. induction n; intros g h k Hn; [lia|]. split; [|split].
 - intros A B. constructor; intros x Hx.
   + pose proof (rank_L _ _ Hx). destruct (IHn x h k) as [_ [I _]]; [lia|]. apply I; auto. eapply le_L; eauto.
   + pose proof (rank_R _ _ Hx). destruct (IHn g h x) as [_ [_ I]]; [lia|]. apply I; auto. eapply le_R; eauto.
 - intros A B. destruct A as [g h x Hx A|g h x Hx A].
   + pose proof (rank_L _ _ Hx). destruct (IHn g x k) as [_ [_ I]]; [lia|]. apply I; auto. eapply le_L; eauto.
   + pose proof (rank_R _ _ Hx). eapply lf_r; eauto. destruct (IHn x h k) as [I _]; [lia|]. auto.
 - intros A B. destruct B as [h k x Hx B|h k x Hx B].
   + pose proof (rank_L _ _ Hx). eapply lf_l; eauto. destruct (IHn g h x) as [I _]; [lia|]. auto.
   + pose proof (rank_R _ _ Hx). destruct (IHn g x k) as [_ [I _]]; [lia|]. apply I; auto. eapply le_R; eauto. Qed.
Lemma le_trans g h k : le g h -> le h k -> le g k. Proof. eapply trans_all; eauto. Qed.
Lemma lf_le g h k : lf g h -> le h k -> lf g k. Proof. eapply trans_all; eauto. Qed.
Lemma le_lf g h k : le g h -> lf h k -> lf g k. Proof. eapply trans_all; eauto. Qed.

Lemma lf_irrefl g : ~ lf g g.
Proof. induction g using game_rect2. intro A. inversion A as [? ? x Hx B|? ? x Hx B]; subst; simpl in *.
 - apply (H x Hx). eapply le_L; eauto. - apply (H0 x Hx). eapply le_R; eauto. Qed.
Lemma le_not_lf g h : le g h -> lf h g -> False. Proof. intros A B. apply (lf_irrefl g). eapply le_lf; eauto. Qed.

Lemma exists_dec {X} (P Q : X -> Prop) l : (forall x, In x l -> P x \/ Q x) -> (exists x, In x l /\ P x) \/ (forall x, In x l -> Q x).
Proof. induction l; intro H. { right; intros x []. }
 destruct (H a) as [p|q]; [now left|left; exists a; simpl; auto|].
 destruct IHl as [[x [i p]]|I]; [intros; apply H; simpl; auto|left; exists x; simpl; auto|right; intros x [<-|i]; auto]. Qed.
Lemma le_or_lf g h : le g h \/ lf h g.
Proof. remember (S (rank g + rank h)) as n. assert (B : rank g + rank h < n) by lia. clear Heqn. revert g h B.
 induction n; intros g h B; [lia|].
 destruct (exists_dec (fun x => le h x) (fun x => lf x h) (L g)) as [[x [i p]]|A].
 - intros x Hx. pose proof (rank_L _ _ Hx). apply IHn; lia.
 - right. eapply lf_l; eauto.
 - destruct (exists_dec (fun x => le x g) (fun x => lf g x) (R h)) as [[x [i p]]|C].
   + intros x Hx. pose proof (rank_R _ _ Hx). apply IHn; lia.
   + right. eapply lf_r; eauto.
   + left. constructor; auto. Qed.
Lemma lf_not_le g h : lf g h <-> ~ le h g.
Proof. split; [intros A B; eapply le_not_lf; eauto|]. intro A. destruct (le_or_lf h g); tauto. Qed.

Lemma in_plus_L g h x : In x (L (plus g h)) <-> (exists a, In a (L g) /\ x = plus a h) \/ (exists a, In a (L h) /\ x = plus g a).
Proof. destruct g as [gl gr], h as [hl hr]; simpl. rewrite in_app_iff, !in_map_iff.
 split; (intros [[a [A B]]|[a [A B]]]; [left|right]; exists a; auto). Qed.
Lemma in_plus_R g h x : In x (R (plus g h)) <-> (exists a, In a (R g) /\ x = plus a h) \/ (exists a, In a (R h) /\ x = plus g a).
Proof. destruct g as [gl gr], h as [hl hr]; simpl. rewrite in_app_iff, !in_map_iff.
 split; (intros [[a [A B]]|[a [A B]]]; [left|right]; exists a; auto). Qed.
Lemma in_neg_L g x : In x (L (neg g)) <-> exists a, In a (R g) /\ x = neg a.
Proof. destruct g; simpl; rewrite in_map_iff. split; intros [a [A B]]; exists a; auto. Qed.
Lemma in_neg_R g x : In x (R (neg g)) <-> exists a, In a (L g) /\ x = neg a.
Proof. destruct g; simpl; rewrite in_map_iff. split; intros [a [A B]]; exists a; auto. Qed.

Lemma plus_mono_all n : forall a b c d, rank a + rank b + rank c + rank d < n ->
 (le a b -> le c d -> le (plus a c) (plus b d)) /\ (lf a b -> le c d -> lf (plus a c) (plus b d)) /\ (le a b -> lf c d -> lf (plus a c) (plus b d)).
Proof. induction n; intros a b c d Hn; [lia|].
 assert (I1 : forall a b c d, rank a + rank b + rank c + rank d < n -> le a b -> le c d -> le (plus a c) (plus b d)) by (intros a0 b0 c0 d0 Q; destruct (IHn a0 b0 c0 d0 Q) as [? [? ?]]; auto).
 assert (I2 : forall a b c d, rank a + rank b + rank c + rank d < n -> lf a b -> le c d -> lf (plus a c) (plus b d)) by (intros a0 b0 c0 d0 Q; destruct (IHn a0 b0 c0 d0 Q) as [? [? ?]]; auto).
 assert (I3 : forall a b c d, rank a + rank b + rank c + rank d < n -> le a b -> lf c d -> lf (plus a c) (plus b d)) by (intros a0 b0 c0 d0 Q; destruct (IHn a0 b0 c0 d0 Q) as [? [? ?]]; auto).
 clear IHn. split; [|split].
 - intros A B. constructor; intros x Hx.
   + apply in_plus_L in Hx as [[y [Hy ->]]|[y [Hy ->]]]; pose proof (rank_L _ _ Hy).
     * apply I2; [lia| |auto]. eapply le_L; eauto.
     * apply I3; [lia|auto|]. eapply le_L; eauto.
   + apply in_plus_R in Hx as [[y [Hy ->]]|[y [Hy ->]]]; pose proof (rank_R _ _ Hy).
     * apply I2; [lia| |auto]. eapply le_R; eauto.
     * apply I3; [lia|auto|]. eapply le_R; eauto.
 - intros A B. destruct A as [a b x Hx A|a b x Hx A].
   + pose proof (rank_L _ _ Hx). apply lf_l with (plus x d). { apply in_plus_L; eauto. } apply I1; auto; lia.
   + pose proof (rank_R _ _ Hx). apply lf_r with (plus x c). { apply in_plus_R; eauto. } apply I1; auto; lia.
 - intros A B. destruct B as [c d x Hx B|c d x Hx B].
   + pose proof (rank_L _ _ Hx). apply lf_l with (plus b x). { apply in_plus_L; eauto. } apply I1; auto; lia.
   + pose proof (rank_R _ _ Hx). apply lf_r with (plus a x). { apply in_plus_R; eauto. } apply I1; auto; lia. Qed.
Lemma plus_mono a b c d : le a b -> le c d -> le (plus a c) (plus b d). Proof. eapply plus_mono_all; eauto. Qed.

Lemma plus_comm_le n : forall a b, rank a + rank b < n -> le (plus a b) (plus b a).
Proof. induction n; intros a b Hn; [lia|]. constructor; intros x Hx.
 - apply in_plus_L in Hx as [[y [Hy ->]]|[y [Hy ->]]]; pose proof (rank_L _ _ Hy);
   [apply lf_l with (plus b y)|apply lf_l with (plus y a)]; try apply in_plus_L; eauto; apply IHn; lia.
 - apply in_plus_R in Hx as [[y [Hy ->]]|[y [Hy ->]]]; pose proof (rank_R _ _ Hy);
   [apply lf_r with (plus a y)|apply lf_r with (plus y b)]; try apply in_plus_R; eauto; apply IHn; lia. Qed.
Lemma plus_comm a b : eq (plus a b) (plus b a). Proof. split; eapply plus_comm_le; eauto. Qed.

Lemma plus_assoc_eq a : forall b c, plus (plus a b) c = plus a (plus b c).
Proof. induction a as [al ar A1 A2] using game_rect2. intro b. induction b as [bl br B1 B2] using game_rect2.
 intro c. induction c as [cl cr C1 C2] using game_rect2. 
 remember (mk al ar) as a. remember (mk bl br) as b. remember (mk cl cr) as c.
 assert (U : forall g h, plus g h = mk (map (fun x => plus x h) (L g) ++ map (plus g) (L h)) (map (fun x => plus x h) (R g) ++ map (plus g) (R h))).
 { intros [] []; reflexivity. }
 rewrite (U (plus a b) c), (U a (plus b c)), (U a b), (U b c). cbn [L R]. rewrite <- (U a b), <- (U b c).
 rewrite !map_app, !map_map, !app_assoc. subst; cbn [L R].
 f_equal; (f_equal; [f_equal|]); apply map_ext_in; intros x Hx; auto. Qed.
Lemma plus_0_r g : plus g zero = g.
Proof. induction g using game_rect2. simpl. rewrite !app_nil_r. f_equal; (rewrite <- (map_id l) at 2 || rewrite <- (map_id r) at 2); apply map_ext_in; auto. Qed.
Lemma plus_0_l g : plus zero g = g.
Proof. induction g using game_rect2. simpl. f_equal; (rewrite <- (map_id l) at 2 || rewrite <- (map_id r) at 2); apply map_ext_in; auto. Qed.
Lemma neg_neg g : neg (neg g) = g.
Proof. induction g using game_rect2. simpl. rewrite !map_map. f_equal; (rewrite <- (map_id l) at 2 || rewrite <- (map_id r) at 2); apply map_ext_in; auto. Qed.
Lemma neg_plus a : forall b, neg (plus a b) = plus (neg a) (neg b).
Proof. induction a as [al ar A1 A2] using game_rect2. intro b; induction b as [bl br B1 B2] using game_rect2.
 remember (mk al ar) as a. remember (mk bl br) as b.
 assert (U : forall g h, plus g h = mk (map (fun x => plus x h) (L g) ++ map (plus g) (L h)) (map (fun x => plus x h) (R g) ++ map (plus g) (R h))).
 { intros [] []; reflexivity. }
 assert (V : forall g, neg g = mk (map neg (R g)) (map neg (L g))) by (intros []; reflexivity).
 rewrite (V (plus a b)), (U (neg a) (neg b)), (U a b). cbn [L R]. rewrite !map_app, !map_map.
 rewrite (V a), (V b). cbn [L R]. rewrite <- (V a), <- (V b). rewrite !map_map. subst; cbn [L R].
 f_equal; f_equal; apply map_ext_in; intros; auto. Qed.

Lemma neg_le_all n : forall g h, rank g + rank h < n -> (le g h -> le (neg h) (neg g)) /\ (lf g h -> lf (neg h) (neg g)).
Proof. induction n; intros g h Hn; [lia|]. split.
 - intro A. constructor; intros x Hx.
   + apply in_neg_L in Hx as [y [Hy ->]]. pose proof (rank_R _ _ Hy). apply IHn; [lia|]. eapply le_R; eauto.
   + apply in_neg_R in Hx as [y [Hy ->]]. pose proof (rank_L _ _ Hy). apply IHn; [lia|]. eapply le_L; eauto.
 - intro A. destruct A as [g h x Hx A|g h x Hx A].
   + pose proof (rank_L _ _ Hx). apply lf_r with (neg x); [apply in_neg_R; eauto|apply IHn; auto; lia].
   + pose proof (rank_R _ _ Hx). apply lf_l with (neg x); [apply in_neg_L; eauto|apply IHn; auto; lia]. Qed.
Lemma neg_le g h : le g h -> le (neg h) (neg g). Proof. eapply neg_le_all; eauto. Qed.

Lemma plus_neg_le g : le (plus g (neg g)) zero /\ le zero (plus g (neg g)).
Proof. induction g as [l r A B] using game_rect2. remember (mk l r) as g. split; constructor; intros x Hx; try destruct Hx.
 - apply in_plus_L in Hx as [[y [Hy ->]]|[y [Hy ->]]].
   + apply lf_r with (plus y (neg y)). { apply in_plus_R; right. exists (neg y). split; auto. apply in_neg_R; eauto. } subst; apply A; auto.
   + apply in_neg_L in Hy as [z [Hz ->]]. apply lf_r with (plus z (neg z)). { apply in_plus_R; left; eauto. } subst; apply B; auto.
 - apply in_plus_R in Hx as [[y [Hy ->]]|[y [Hy ->]]].
   + apply lf_l with (plus y (neg y)). { apply in_plus_L; right. exists (neg y). split; auto. apply in_neg_L; eauto. } subst; apply B; auto.
   + apply in_neg_R in Hy as [z [Hz ->]]. apply lf_l with (plus z (neg z)). { apply in_plus_L; left; eauto. } subst; apply A; auto. Qed.

Lemma eq_refl' g : eq g g. Proof. split; apply le_refl. Qed.
Lemma eq_sym g h : eq g h -> eq h g. Proof. intros []; split; auto. Qed.
Lemma eq_trans g h k : eq g h -> eq h k -> eq g k. Proof. intros [] []; split; eapply le_trans; eauto. Qed.
Lemma plus_eq a b c d : eq a b -> eq c d -> eq (plus a c) (plus b d). Proof. intros [] []; split; apply plus_mono; auto. Qed.
Lemma plus_neg g : eq (plus g (neg g)) zero. Proof. apply plus_neg_le. Qed.
(* G <= H iff 0 <= H - G *)
Lemma sub_ge g h : le zero (plus h (neg g)) -> le g h.
Proof. intro A. apply le_trans with (plus (plus h (neg g)) g).
 - rewrite <- (plus_0_l g) at 1. apply plus_mono; auto. apply le_refl.
 - rewrite plus_assoc_eq. rewrite <- (plus_0_r h) at 2. apply plus_mono; [apply le_refl|].
   eapply le_trans; [apply plus_comm|apply plus_neg_le]. Qed.
Lemma sub_le g h : le (plus h (neg g)) zero -> le h g.
Proof. intro A. apply neg_le in A. rewrite neg_plus, neg_neg in A. apply sub_ge. eapply le_trans; [|apply plus_comm]. exact A. Qed.
(* the strategy form of 0 <= G *)
Lemma ge0_intro g : (forall x, In x (R g) -> exists y, In y (L x) /\ le zero y) -> le zero g.
Proof. intro A. constructor; [intros x []|]. intros x Hx. destruct (A x Hx) as [y [Hy B]]. eapply lf_l; eauto. Qed.

Lemma win_le n : forall g, rank g < n -> (win2 Left g <-> le zero g) /\ (win1 Left g <-> lf zero g) /\ (win2 Right g <-> le g zero) /\ (win1 Right g <-> lf g zero).
Proof. induction n; intros g Hn; [lia|]. split; [|split; [|split]]; split; intro A.
 - inversion A; subst. constructor; [intros x []|]. intros x Hx. pose proof (rank_R _ _ Hx). apply IHn; [lia|]. auto.
 - constructor. simpl. intros x Hx. pose proof (rank_R _ _ Hx). apply IHn; [lia|]. eapply le_R; eauto.
 - inversion A; subst. simpl in *. pose proof (rank_L _ _ H). eapply lf_l; eauto. apply IHn; auto; lia.
 - inversion A as [? ? x Hx B|? ? x Hx B]; subst; [|destruct Hx]. pose proof (rank_L _ _ Hx). econstructor; simpl; eauto. apply IHn; auto; lia.
 - inversion A; subst. constructor; [|intros x []]. intros x Hx. pose proof (rank_L _ _ Hx). apply IHn; [lia|]. auto.
 - constructor. simpl. intros x Hx. pose proof (rank_L _ _ Hx). apply IHn; [lia|]. eapply le_L; eauto.
 - inversion A; subst. simpl in *. pose proof (rank_R _ _ H). eapply lf_r; eauto. apply IHn; auto; lia.
 - inversion A as [? ? x Hx B|? ? x Hx B]; subst; [destruct Hx|]. pose proof (rank_R _ _ Hx). econstructor; simpl; eauto. apply IHn; auto; lia. Qed.
Lemma win2L g : win2 Left g <-> le zero g. Proof. eapply win_le; eauto. Qed.
Lemma win1L g : win1 Left g <-> lf zero g. Proof. eapply win_le; eauto. Qed.
Lemma win2R g : win2 Right g <-> le g zero. Proof. eapply win_le; eauto. Qed.
Lemma win1R g : win1 Right g <-> lf g zero. Proof. eapply win_le; eauto. Qed.
Lemma total_one g : total [g] = g. Proof. apply plus_0_r. Qed.
