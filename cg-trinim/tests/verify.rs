//! The independent check accepts right tables and finds errors.

use cg_core::Interrupt;
use cg_trinim::{
    Convention, Folding, Layers, RunOptions, SolveOptions, Store, Symmetry, solve, solve_with,
    verify_store, verify_table,
};

#[test]
fn every_solved_table_is_verified() {
    for convention in Convention::ALL {
        for k in [5, 6] {
            let table =
                solve(Layers::new(k).unwrap(), convention, &SolveOptions::default(), &|_| ())
                    .unwrap();
            let verified = verify_table(&table, 2, &Interrupt::new(), &|_, _| ()).unwrap();
            assert_eq!(verified.p_counts, *table.p_counts());
        }
    }
}

#[test]
fn a_table_of_the_other_convention_is_found_wrong() {
    let layers = Layers::new(6).unwrap();
    let corners = [0u32, 15, 20].iter().fold(0, |set, p| set | 1u64 << p);
    let folder = std::env::temp_dir().join(format!("cg-trinim-verify-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let unfolded = Folding::new(layers, corners, false).unwrap();
    let table =
        solve_with(&unfolded, Convention::Misere, &SolveOptions::default(), &|_| ()).unwrap();
    assert!(verify_table(&table, 1, &Interrupt::new(), &|_, _| ()).is_ok());

    // Seven layers on disk. Then the block without block-ID pieces of the other convention gets a
    // forged header: it is complete, but wrong.
    let seven = Layers::new(7).unwrap();
    let six = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(seven, 1 << 1));
    let folding = Folding::new(seven, six, true).unwrap();
    let stores =
        Convention::ALL.map(|c| Store::create(&folder.join(c.name()), folding.clone(), c).unwrap());
    for store in &stores {
        store.run(&SolveOptions::default(), RunOptions::default(), &|_, _, _| ()).unwrap();
    }
    let verified = verify_store(&stores[0], 2, &Interrupt::new(), &|_, _| ()).unwrap();
    assert_eq!(Some(verified.p_counts), stores[0].totals().unwrap().map(|all| all.p_counts));
    let forged = std::fs::read(stores[1].path(0)).unwrap();
    let length = u32::from_le_bytes(forged[8..12].try_into().unwrap()) as usize;
    let json =
        String::from_utf8(forged[12..12 + length].to_vec()).unwrap().replace("misere", "normal");
    let mut bytes = forged[..8].to_vec();
    bytes.extend(u32::try_from(json.len()).unwrap().to_le_bytes());
    bytes.extend(json.as_bytes());
    bytes.extend(crc32fast::hash(json.as_bytes()).to_le_bytes());
    bytes.extend(&forged[12 + length + 4..]);
    std::fs::write(stores[0].path(0), bytes).unwrap();
    let error = verify_store(&stores[0], 1, &Interrupt::new(), &|_, _| ()).unwrap_err().to_string();
    assert!(error.contains("the table is wrong at"), "{error}");
    std::fs::remove_file(stores[1].path(0)).unwrap();
    let error = verify_store(&stores[1], 1, &Interrupt::new(), &|_, _| ()).unwrap_err().to_string();
    assert!(error.contains("neither it nor a block like it"), "{error}");
    std::fs::remove_dir_all(&folder).unwrap();
}
