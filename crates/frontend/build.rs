//! Compiles the C++ shim against the LLVM that `llvm-sys` found.

use std::env;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=src/llvm/shim.cpp");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    // llvm-sys exports the path of the llvm-config it used.
    let config = env::var_os("DEP_LLVM_19_CONFIG_PATH").map(PathBuf::from).unwrap_or_else(|| {
        env::var_os("LLVM_SYS_191_PREFIX").map_or_else(
            || PathBuf::from("llvm-config-19"),
            |prefix| PathBuf::from(prefix).join("bin/llvm-config"),
        )
    });
    let output = Command::new(&config)
        .arg("--includedir")
        .output()
        .unwrap_or_else(|error| panic!("cannot run {}: {error}; install llvm-19-dev", config.display()));
    let include = String::from_utf8(output.stdout).expect("llvm-config prints a path");
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .file("src/llvm/shim.cpp")
        .include(include.trim())
        // LLVM itself is built this way; the shim must agree.
        .flag("-fno-exceptions")
        .flag("-fno-rtti")
        .flag_if_supported("-Wno-unused-parameter")
        .opt_level(2)
        .compile("heapproof_llvm_shim");
}
