//! Builds engines: cargo, then for WebAssembly the split into parts.

use std::{
    env::{self, consts},
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use wasmparser::{Parser, Payload};

use crate::{
    Failure,
    config::{Config, Engine, Platform},
    contract::contract_name,
    root, split,
};

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let config = Config::read()?;
    let (flags, names): (Vec<_>, Vec<_>) = args.iter().partition(|arg| arg.starts_with("--"));
    let known = ["--dev", "--test-panic", "--bench"];
    let foreign = flags.iter().find_map(|flag| flag.strip_prefix("--platform="));
    let platform = foreign.map(|name| config.platform(name)).transpose()?;
    let is_known = |flag: &str| known.contains(&flag) || flag.starts_with("--platform=");
    if let Some(unknown) = flags.iter().find(|flag| !is_known(flag)) {
        return Err(format!("unknown flag {unknown}").into());
    }
    if let Some(unknown) =
        names.iter().find(|name| !config.engine.iter().any(|e| e.name == name.as_str()))
    {
        return Err(format!("wasm-pack.toml has no engine {unknown}").into());
    }
    let has = |flag: &str| flags.iter().any(|given| *given == flag);
    let extra = ["test-panic", "bench"].into_iter().find(|name| has(&format!("--{name}")));
    let plan = Plan { config: &config, dev: has("--dev"), extra, platform };
    for engine in config.engine.iter().filter(|e| names.is_empty() || names.contains(&&e.name)) {
        let start = Instant::now();
        eprintln!("building {} …", engine.name);
        plan.build(engine)?;
        eprintln!("built {} in {:.0} s", engine.name, start.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The map of a native engine.
pub(crate) const MAP: &str = "countersign.map";

/// What the linker is asked for a map by, with its path behind it.
pub(crate) const MAP_FLAGS: &str = "-Clink-arg=-Wl,--no-demangle,-Map=";

/// Where the linker is one whose map `inspect` reads, and the code is of a processor that it knows.
pub(crate) const HAS_MAP: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

/// What Node 20 runs on.
const OLDEST_MACOS: &str = "11.0";

/// Bytes of the stack in WebAssembly; every test of the shipped engines ran in 256 KB. The linker puts data behind it: an
/// address below 2^20 takes three bytes of code, and a higher one four.
const STACK: u32 = 640 << 10;

struct Plan<'a> {
    config: &'a Config,
    dev: bool,
    /// A feature that never ships; its builds have a folder of that name.
    extra: Option<&'static str>,
    /// Whom a native engine is for, if not for this machine.
    platform: Option<&'a Platform>,
}

impl Plan<'_> {
    /// An engine that tests load to see it panic need not be fast.
    fn hurries(&self) -> bool {
        !self.dev && self.extra == Some("test-panic")
    }

    fn build(&self, engine: &Engine) -> Result<(), Failure> {
        let mut out = root().join(&self.config.out);
        out.extend(self.extra);
        out.push(&engine.name);
        out.extend(self.platform.map(|platform| &platform.name));
        fs::create_dir_all(&out)?;
        let library = self.cargo(engine)?;
        match engine.target {
            Some(_) => self.modules(&library, &out),
            None => {
                if self.has_map(engine) {
                    fs::copy(library.with_file_name(MAP), out.join(MAP))?;
                }
                install(&library, &out.join("countersign.node"))
            }
        }
    }

    /// Whether the linker writes where each function of the engine is: for `inspect`, which reads the addon that ships,
    /// and that has no names.
    fn has_map(&self, engine: &Engine) -> bool {
        let shipped = !self.dev && self.extra.is_none() && self.platform.is_none();
        shipped && engine.target.is_none() && HAS_MAP
    }

    /// Runs cargo; gives the path of the library.
    fn cargo(&self, engine: &Engine) -> Result<PathBuf, Failure> {
        let profile = self.profile(engine);
        let features: Vec<&str> =
            engine.features.iter().map(String::as_str).chain(self.extra).collect();
        let dir = root().join("rust/target/engines").join(&engine.name);
        let mut cargo =
            Command::new(if self.platform.is_some() { "cargo-zigbuild" } else { "cargo" });
        cargo.current_dir(root().join("rust")).args(["rustc", "--locked", "--lib", "--quiet"]);
        cargo.args([
            "-p",
            &self.config.package,
            "--profile",
            profile,
            "--features",
            &features.join(","),
        ]);
        let flags = rustflags(engine, self.platform);
        cargo.arg("--target-dir").arg(&dir).env("CARGO_ENCODED_RUSTFLAGS", flags);
        cargo.env("COUNTERSIGN_CONTRACT", contract_name()?);
        if let Some(target) =
            engine.target.as_ref().or(self.platform.map(|platform| &platform.target))
        {
            cargo.args(["--target", target]);
        }
        if self.platform.is_some_and(Platform::is_darwin) {
            cargo.env("MACOSX_DEPLOYMENT_TARGET", OLDEST_MACOS);
        }
        if self.has_map(engine) {
            let map = self.library(engine, &dir).with_file_name(MAP);
            cargo.args(["--", &format!("{MAP_FLAGS}{}", map.display())]);
        }
        if self.hurries() {
            // Profile, dependencies and panics are those of the shipped engine. Only the optimisation of the whole
            // program is left out, which takes minutes.
            cargo.args(["--", "-Clto=thin", "-Copt-level=0"]);
        }
        succeed(&mut cargo)?;
        Ok(self.library(engine, &dir))
    }

    fn profile(&self, engine: &Engine) -> &'static str {
        match (&engine.target, self.dev) {
            (Some(_), false) => "wasm",
            (Some(_), true) => "wasm-dev",
            (None, false) => "release",
            (None, true) => "dev",
        }
    }

    /// Where cargo leaves the library, below the folder of an engine.
    fn library(&self, engine: &Engine, dir: &Path) -> PathBuf {
        let profile = self.profile(engine);
        let folder = if profile == "dev" { "debug" } else { profile };
        let stem = self.config.package.replace('-', "_");
        match (&engine.target, self.platform) {
            (Some(target), _) => dir.join(target).join(folder).join(format!("{stem}.wasm")),
            (None, Some(platform)) => {
                dir.join(platform.triple()).join(folder).join(platform.library(&stem))
            }
            (None, None) => {
                dir.join(folder).join(format!("{}{stem}{}", consts::DLL_PREFIX, consts::DLL_SUFFIX))
            }
        }
    }

    /// Writes a module for each capability, and the whole as it was linked, for `inspect`. An engine that never ships
    /// stays whole. For whoever debugs or profiles, the same modules with the names of their functions stand beside
    /// what was compiled, in `named`.
    fn modules(&self, engine: &Path, out: &Path) -> Result<(), Failure> {
        let linked = fs::read(engine)?;
        if self.extra.is_some() {
            return Ok(fs::write(out.join("engine.wasm"), with_names(&linked)?)?);
        }
        fs::write(out.join("linked.wasm"), &linked)?;
        let named = engine.with_file_name("named");
        fs::create_dir_all(&named)?;
        for (name, part) in split::parts(&linked, &self.config.capability)? {
            let file = format!("{name}.wasm");
            fs::write(named.join(&file), &part)?;
            fs::write(out.join(&file), if self.dev { part } else { without_names(&part)? })?;
        }
        Ok(())
    }
}

/// Flags of the compiler, separated as cargo wants them where one may hold a space.
pub(crate) fn rustflags(engine: &Engine, platform: Option<&Platform>) -> String {
    let arch = platform.map_or(consts::ARCH, Platform::arch);
    let here = engine.target.is_none().then(|| engine.arch.get(arch)).flatten();
    let cfgs = engine.cfg.iter().chain(here.into_iter().flatten());
    let mut flags: Vec<String> = cfgs.map(|cfg| format!("--cfg={cfg}")).collect();
    if !engine.target_features.is_empty() {
        flags.push(format!("-Ctarget-feature={}", engine.target_features.join(",")));
    }
    if platform.is_some_and(Platform::is_musl) {
        // A library that Node loads cannot bring a C library of its own.
        flags.push("-Ctarget-feature=-crt-static".to_owned());
    }
    if platform.is_some_and(Platform::is_darwin) {
        // Its name would be the place where it was built.
        flags.push("-Clink-arg=-Wl,-install_name,@rpath/countersign.node".to_owned());
    }
    if engine.target.is_some() {
        // What the split goes by.
        flags.push("-Clink-arg=--emit-relocs".to_owned());
        flags.push(format!("-Clink-arg=-zstack-size={STACK}"));
        // Rust's library marks its small functions to be inlined, and LLVM then copies up to 325 of its units, as if nobody
        // had asked for small code. Fewer than this make documents slower and no part smaller (bench/TARGETS.md).
        flags.push("-Cllvm-args=-inlinehint-threshold=140".to_owned());
    }
    flags.extend(cargo_home().map(|home| remaps(&home)).into_iter().flatten());
    flags.join("\u{1f}")
}

/// The module without its custom sections, but for the names: where it was made, and with what.
pub(crate) fn with_names(wasm: &[u8]) -> Result<Vec<u8>, Failure> {
    without(wasm, |custom| custom != "name")
}

/// The module without any custom section.
pub(crate) fn without_names(wasm: &[u8]) -> Result<Vec<u8>, Failure> {
    without(wasm, |_| true)
}

/// The module without the custom sections that are `unwanted` by their names.
fn without(wasm: &[u8], unwanted: fn(&str) -> bool) -> Result<Vec<u8>, Failure> {
    let mut kept = wasm.get(..8).ok_or("a module starts with eight bytes")?.to_vec();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        let goes = matches!(&payload, Payload::CustomSection(part) if unwanted(part.name()));
        if let (Some((id, range)), false) = (payload.as_section(), goes) {
            kept.push(id);
            kept.extend(leb128(range.len()));
            kept.extend(wasm.get(range).ok_or("a section lies in its module")?);
        }
    }
    Ok(kept)
}

/// An unsigned number, seven bits a byte, the lowest first.
fn leb128(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = u8::try_from(number & 127).unwrap_or_default();
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 128);
    }
}

fn cargo_home() -> Option<PathBuf> {
    let given = env::var_os("CARGO_HOME").filter(|path| !path.is_empty());
    given.map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))
}

/// A shipped engine must not tell where it was built, nor from which registry, and panic locations hold paths of crates.
/// Where several prefixes fit, the last counts.
fn remaps(home: &Path) -> Vec<String> {
    let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten();
    let mut folders: Vec<_> =
        registries.filter_map(|entry| Some((entry.ok()?.path(), "crates"))).collect();
    folders.push((home.to_owned(), "cargo"));
    // The home is the shortest, and comes first.
    folders.sort();
    let flag =
        |(path, name): (PathBuf, _)| format!("--remap-path-prefix={}={name}", path.display());
    folders.into_iter().map(flag).collect()
}

/// Replaces the file; writing into it would crash a process that has it loaded.
fn install(library: &Path, to: &Path) -> Result<(), Failure> {
    let fresh = to.with_extension("new");
    fs::copy(library, &fresh)?;
    Ok(fs::rename(fresh, to)?)
}

pub(crate) fn succeed(command: &mut Command) -> Result<(), Failure> {
    let status =
        command.status().map_err(|error| format!("{:?}: {error}", command.get_program()))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed: {status}").into()) }
}
