#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| peregrine_fuzz::import::look(data));
