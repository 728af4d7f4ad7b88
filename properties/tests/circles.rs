//! Files that import each other. A circle is a set of files of one crate, each of which needs each
//! other one, directly or through others. Circles of up to three files are allowed.
//!
//! A file needs another one when it names something of it: in `use`, in a path, or in a macro. A
//! re-export is followed to the file that defines the name, and is no need of its own. Two things
//! do not count: that a file needs the module it is a part of, and what is compiled for tests alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

use crate::workspace;

/// The most files that may stand in a circle.
const ALLOWED: usize = 3;

/// A path as it is written, from its first segment on.
type Name = Vec<String>;

/// A module: a file, or a part of one.
#[derive(Default)]
struct Module {
    file: PathBuf,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// The names that the module defines.
    items: BTreeSet<String>,
    /// The names that `use` brings in, and the paths that they stand for.
    imports: BTreeMap<String, Name>,
    /// The paths of `use path::*`.
    globs: Vec<Name>,
    /// The paths that the module writes, apart from its re-exports.
    paths: Vec<Name>,
}

/// The modules of a crate; its root is the first.
#[derive(Default)]
struct Crate {
    modules: Vec<Module>,
}

impl Crate {
    fn read(root: &Path) -> Self {
        let mut read = Crate::default();
        read.file(root, root.parent().unwrap(), None);
        read
    }

    /// Reads a file, whose modules lie in `folder`.
    fn file(&mut self, file: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        let tree = syn::parse_file(&text).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        self.module(file, folder, parent, &tree.items)
    }

    fn module(
        &mut self,
        file: &Path,
        folder: &Path,
        parent: Option<usize>,
        items: &[Item],
    ) -> usize {
        let at = self.modules.len();
        self.modules.push(Module { file: file.to_owned(), parent, ..Module::default() });
        for item in items {
            match item {
                Item::Mod(inner) if !is_for_tests(&inner.attrs) => {
                    let child = self.inner(file, folder, at, inner);
                    self.modules[at].children.insert(inner.ident.to_string(), child);
                }
                _ => Reader { module: &mut self.modules[at] }.visit_item(item),
            }
        }
        at
    }

    /// A module that `mod` declares: its items follow, or stand in a file of their own.
    fn inner(&mut self, file: &Path, folder: &Path, parent: usize, inner: &ItemMod) -> usize {
        let name = inner.ident.to_string();
        let below = folder.join(&name);
        if let Some((_, items)) = &inner.content {
            return self.module(file, &below, Some(parent), items);
        }
        let beside = folder.join(format!("{name}.rs"));
        let file = if beside.is_file() { beside } else { below.join("mod.rs") };
        self.file(&file, &below, Some(parent))
    }

    /// The module that a path leads to from module `at`, or that defines what the path names.
    /// `steps` bounds the re-exports on the way.
    fn find(&self, at: usize, path: &[String], steps: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.below(0, rest, steps),
            "self" => self.below(at, rest, steps),
            "super" => self.below(self.modules[at].parent?, rest, steps),
            _ if self.modules[at].items.contains(first) => Some(at),
            _ => self.below(at, path, steps).filter(|&found| found != at),
        }
    }

    /// As [`Crate::find`], where the path is one of module `at`.
    fn below(&self, at: usize, path: &[String], steps: usize) -> Option<usize> {
        let Some((first, rest)) = path.split_first() else { return Some(at) };
        let module = &self.modules[at];
        let steps = steps.checked_sub(1)?;
        if first == "super" {
            return self.below(module.parent?, rest, steps);
        }
        if let Some(&child) = module.children.get(first) {
            return self.below(child, rest, steps);
        }
        if module.items.contains(first) {
            return Some(at);
        }
        if let Some(import) = module.imports.get(first) {
            let whole: Name = import.iter().chain(rest).cloned().collect();
            // A name that stands for itself belongs to another crate.
            return if import[0] == *first { None } else { self.find(at, &whole, steps) };
        }
        module.globs.iter().find_map(|glob| {
            let whole: Name = glob.iter().chain(path).cloned().collect();
            self.find(at, &whole, steps.min(8)).filter(|&found| found != at)
        })
    }

    /// The modules that module `at` is a part of, and itself.
    fn above(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |&at| self.modules[at].parent)
    }

    /// The files, and those that each one needs.
    fn needs(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let mut needs = BTreeMap::<&Path, BTreeSet<&Path>>::new();
        for (at, module) in self.modules.iter().enumerate() {
            let of = needs.entry(&module.file).or_default();
            let whole: Vec<_> = self.above(at).map(|above| &self.modules[above].file).collect();
            let found = module.paths.iter().filter_map(|path| self.find(at, path, 40));
            let files = found.map(|found| &self.modules[found].file);
            of.extend(files.filter(|file| !whole.contains(file)).map(|file| &**file));
        }
        needs
    }
}

/// Collects what a module names.
struct Reader<'a> {
    module: &'a mut Module,
}

impl Reader<'_> {
    fn import(&mut self, tree: &UseTree, mut path: Name, is_export: bool) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(&step.tree, path, is_export);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, path.clone(), is_export));
            }
            UseTree::Glob(_) => {
                self.module.paths.extend((!is_export).then(|| path.clone()));
                self.module.globs.push(path);
            }
            UseTree::Name(_) | UseTree::Rename(_) => {
                let (name, known) = match tree {
                    UseTree::Rename(name) => (&name.ident, name.rename.to_string()),
                    UseTree::Name(name) if name.ident == "self" => {
                        (&name.ident, path.last().unwrap().clone())
                    }
                    UseTree::Name(name) => (&name.ident, name.ident.to_string()),
                    _ => unreachable!("a name"),
                };
                if name != "self" {
                    path.push(name.to_string());
                }
                self.module.paths.extend((!is_export).then(|| path.clone()));
                self.module.imports.insert(known, path);
            }
        }
    }

    /// The paths among the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path = Name::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    self.tokens(group.stream());
                }
                _ => self.end(&mut path),
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Name) {
        let path = std::mem::take(path);
        self.module.paths.extend((path.len() > 1).then_some(path));
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Macro(item) => item.ident.as_ref(),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            _ => None,
        };
        self.module.items.extend(name.map(ToString::to_string));
        visit::visit_item(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let is_export = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, Name::new(), is_export);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter().map(|segment| segment.ident.to_string());
        // A single name is a variable, or stands in `use`, or belongs to the module.
        if path.segments.len() > 1 {
            self.module.paths.push(segments.collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.tokens(call.tokens.clone());
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let only = |attribute: &Attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(only)
}

/// All that can be reached from a file.
fn reached<'a>(needs: &BTreeMap<&'a Path, BTreeSet<&'a Path>>, from: &Path) -> BTreeSet<&'a Path> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Path> = needs[from].iter().copied().collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(&needs[file]);
        }
    }
    reached
}

/// The circles of a crate with more files than are allowed.
fn circles<'a>(needs: &BTreeMap<&'a Path, BTreeSet<&'a Path>>) -> BTreeSet<BTreeSet<&'a Path>> {
    let all: BTreeMap<_, _> = needs.keys().map(|&file| (file, reached(needs, file))).collect();
    let circle = |file| -> BTreeSet<&Path> {
        all[file].iter().copied().filter(|other| all[other].contains(file)).collect()
    };
    all.keys().map(|file| circle(*file)).filter(|circle| circle.len() > ALLOWED).collect()
}

/// The circles of the workspace: a line for each, with its files. Prints who needs whom in them.
fn lines() -> String {
    let mut lines = String::new();
    for folder in workspace::crates() {
        for root in ["src/lib.rs", "src/main.rs"].map(|root| folder.join(root)) {
            if !root.is_file() {
                continue;
            }
            let read = Crate::read(&root);
            let needs = read.needs();
            for circle in circles(&needs) {
                let source = folder.join("src");
                let names = |files: &BTreeSet<&Path>| {
                    let names = files.iter().map(|file| file.strip_prefix(&source).unwrap());
                    names.map(|name| name.display().to_string()).collect::<Vec<_>>().join(" ")
                };
                let folder = folder.strip_prefix(workspace::root()).unwrap().display();
                println!("{folder}, {} files:", circle.len());
                for file in &circle {
                    let needed = &needs[file] & &circle;
                    println!("    {} needs {}", names(&BTreeSet::from([*file])), names(&needed));
                }
                writeln!(lines, "{folder}: {}", names(&circle)).unwrap();
            }
        }
    }
    lines
}

#[test]
fn files_stand_in_no_circle() {
    let found = lines();
    assert!(found.is_empty(), "circles of more than {ALLOWED} files:\n{found}");
}

/// The circles that a crate of these files has, as the names of the files.
fn circles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let read = Crate::read(&folder.path().join("lib.rs"));
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
    let needs = read.needs();
    circles(&needs).into_iter().map(|circle| circle.into_iter().map(name).collect()).collect()
}

#[test]
fn circles_are_found() {
    let root = "mod a; mod b; mod c; mod d; pub use a::A;";
    let others = [
        ("c.rs", "use super::d; type C = d::D;"),
        ("d.rs", "macro_rules! d { () => { $crate::A } } pub struct D;"),
    ];
    let all =
        |a, b| circles_of(&[("lib.rs", root), ("a.rs", a), ("b.rs", b), others[0], others[1]]);
    let circle = [["a.rs", "b.rs", "c.rs", "d.rs"]];
    assert_eq!(all("pub struct A; use crate::b::*;", "fn b(_: crate::c::C) {}"), circle);
    assert_eq!(all("pub struct A(super::b::B);", "use crate::c::C; pub struct B(C);"), circle);
    let none: [[&str; 0]; 0] = [];
    assert_eq!(
        all("pub struct A; #[cfg(test)] mod tests { use crate::b; }", "use crate::c;"),
        none
    );
    // `a` and `b` re-export a name alone.
    assert_eq!(all("pub use crate::b::B;", "pub use crate::c::C as B;"), none);
    assert_eq!(all("pub struct A;", "use crate::c;"), none);
}
