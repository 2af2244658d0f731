//! Compiled to WebAssembly by `engine.rs`. Exports start with the name of their part.

use std::{collections::BTreeMap, fmt::Write, hint::black_box, sync::Mutex};

trait Shape {
    fn area(&self, by: u32) -> u32;
    fn name(&self) -> String;
}

struct Square(u32);
struct Circle(u32, String);

impl Shape for Square {
    fn area(&self, by: u32) -> u32 {
        self.0 * self.0 + by
    }
    fn name(&self) -> String {
        format!("square of {}", self.0)
    }
}

impl Shape for Circle {
    fn area(&self, by: u32) -> u32 {
        self.0 * 3 + by
    }
    fn name(&self) -> String {
        format!("circle {} named {}", self.0, self.1)
    }
}

/// Zero at first: a function of another part is registered here while that runs.
static MAIN_HOOK: Mutex<Option<fn(u32) -> u32>> = Mutex::new(None);
static MAIN_LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn sum(text: &str) -> u32 {
    text.bytes().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

#[unsafe(no_mangle)]
pub extern "C" fn main_log(number: u32) -> u32 {
    let mut log = MAIN_LOG.lock().unwrap();
    log.push(format!("entry {number}"));
    log.iter().map(|line| sum(line)).fold(0, u32::wrapping_add)
}

#[unsafe(no_mangle)]
pub extern "C" fn main_hook(number: u32) -> u32 {
    MAIN_HOOK.lock().unwrap().map_or(0, |hook| hook(number))
}

static SHARED_TABLE: [u64; 40] = {
    let mut table = [0x9e37_79b9_7f4a_7c15; 40];
    let mut place = 1;
    while place < 40 {
        table[place] = (table[place - 1] as u64).wrapping_mul(6_364_136_223_846_793_005) + place as u64;
        place += 1;
    }
    table
};

#[inline(never)]
fn shared_digest(number: u32) -> u32 {
    let table = black_box(&SHARED_TABLE);
    table.iter().enumerate().fold(number, |sum, (place, word)| {
        sum.rotate_left(5) ^ (*word as u32).wrapping_add(place as u32)
    })
}

static mut LEFT_COUNT: u32 = 41;
static LEFT_NAMES: [&str; 4] = ["north", "east", "south", "west"];

#[inline(never)]
fn left_only(number: u32) -> Box<dyn Shape> {
    if number % 2 == 0 { Box::new(Square(number)) } else { Box::new(Circle(number, "of left".into())) }
}

#[unsafe(no_mangle)]
pub extern "C" fn left_shapes(number: u32) -> u32 {
    let shape = left_only(number);
    let name = black_box(LEFT_NAMES)[number as usize % 4];
    sum(&format!("{} {} {name}", shape.name(), shape.area(number))) ^ shared_digest(number)
}

#[unsafe(no_mangle)]
pub extern "C" fn left_count(number: u32) -> u32 {
    unsafe {
        LEFT_COUNT = LEFT_COUNT.wrapping_add(number);
        LEFT_COUNT
    }
}

#[inline(never)]
fn left_hook(number: u32) -> u32 {
    left_count(number) ^ 0x5555
}

#[unsafe(no_mangle)]
pub extern "C" fn left_register(_: u32) -> u32 {
    // Without `black_box` LLVM sees that nothing else is ever stored there, and the hook is called by name.
    *MAIN_HOOK.lock().unwrap() = Some(black_box(left_hook));
    1
}

static mut RIGHT_COUNT: u64 = 0x0102_0304_0506_0708;

#[unsafe(no_mangle)]
pub extern "C" fn right_map(number: u32) -> u32 {
    let mut map = BTreeMap::new();
    for place in 0..number * 7 {
        map.insert(shared_digest(place), format!("{place:x}"));
    }
    let text = map.iter().fold(String::new(), |mut text, (key, value)| {
        _ = write!(text, "{key}={value};");
        text
    });
    unsafe {
        RIGHT_COUNT = RIGHT_COUNT.rotate_left(3) + 1;
        sum(&text) ^ RIGHT_COUNT as u32
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn late_count(number: u32) -> u32 {
    left_count(number).wrapping_mul(3) + sum(black_box("of late"))
}

#[unsafe(no_mangle)]
pub extern "C" fn alone(number: u32) -> u32 {
    let parsed: f64 = black_box("12.5e3").parse().unwrap();
    number.wrapping_add(parsed as u32)
}
