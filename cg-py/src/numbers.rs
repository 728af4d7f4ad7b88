//! Numbers of Python, and those of the library.

use cg_calculator::dashu_ratio::RBig;
use cg_calculator::{Dyadic, IBig};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyType};

use crate::fault::{Class, Fault};

/// A number that Python gave.
pub(crate) enum Number {
    Small(i64),
    Large(IBig),
    Fraction(Dyadic),
    /// No short game: its denominator is no power of 2.
    Rational(RBig),
}

/// The number that an object is: an int, or what has an integer ratio, such as a `Fraction`
/// or a `float`. None when it is no number.
pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<Option<Number>> {
    if object.is_instance_of::<PyInt>() {
        return Ok(Some(match object.extract::<i64>() {
            Ok(small) => Number::Small(small),
            Err(_) => Number::Large(large(object)?),
        }));
    }
    let (numerator, denominator) = if object.hasattr("as_integer_ratio")? {
        let ratio = object.call_method0("as_integer_ratio")?;
        (ratio.get_item(0)?, ratio.get_item(1)?)
    } else if object.hasattr("numerator")? && object.hasattr("denominator")? {
        (object.getattr("numerator")?, object.getattr("denominator")?)
    } else {
        return Ok(None);
    };
    let ratio = (large(&numerator)?, large(&denominator)?);
    match Dyadic::quotient(&ratio.0, &ratio.1) {
        Some(number) => Ok(Some(Number::Fraction(number))),
        None if ratio.1.is_zero() => {
            Err(Fault::new(Class::Value, "the denominator of a number is 0").raise(object.py()))
        }
        None => Ok(Some(Number::Rational(RBig::from_parts_signed(ratio.0, ratio.1)))),
    }
}

/// Says that a number is no game.
pub(crate) fn no_game(number: &RBig) -> Fault {
    let message =
        format!("{number} is not a short game: the denominator of a number must be a power of 2");
    Fault::new(Class::Value, message)
}

/// The integer that an object is, if it is one.
pub(crate) fn integer(object: &Bound<'_, PyAny>) -> PyResult<Option<IBig>> {
    if !object.is_instance_of::<PyInt>() && !object.hasattr("__index__")? {
        return Ok(None);
    }
    let index = object.call_method0("__index__")?;
    match index.extract::<i64>() {
        Ok(small) => Ok(Some(small.into())),
        Err(_) => large(&index).map(Some),
    }
}

fn large(integer: &Bound<'_, PyAny>) -> PyResult<IBig> {
    let integer = integer.call_method0("__index__")?;
    let bits: usize = integer.call_method0("bit_length")?.extract()?;
    let signed = PyDict::new(integer.py());
    signed.set_item("signed", true)?;
    let bytes = integer.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&signed))?;
    Ok(IBig::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// An integer as one of Python.
pub(crate) fn write_integer(py: Python<'_>, integer: &IBig) -> PyResult<Py<PyAny>> {
    if let Ok(small) = i64::try_from(integer) {
        return Ok(small.into_pyobject(py)?.into_any().unbind());
    }
    let signed = PyDict::new(py);
    signed.set_item("signed", true)?;
    let bytes = PyBytes::new(py, &integer.to_le_bytes());
    let int = py.get_type::<PyInt>();
    Ok(int.call_method("from_bytes", (bytes, "little"), Some(&signed))?.unbind())
}

static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// A number as one of Python: an int, or else a `Fraction`.
pub(crate) fn write(py: Python<'_>, number: &Dyadic) -> PyResult<Py<PyAny>> {
    if let Some(integer) = number.to_integer() {
        return write_integer(py, &integer);
    }
    let fraction = FRACTION.import(py, "fractions", "Fraction")?;
    Ok(fraction.call1(ratio(py, number)?)?.unbind())
}

/// A rational number as a `Fraction`.
pub(crate) fn write_rational(py: Python<'_>, number: &RBig) -> PyResult<Py<PyAny>> {
    let parts = [number.numerator(), &IBig::from(number.denominator().clone())];
    let [numerator, denominator] = parts.map(|part| write_integer(py, part));
    let fraction = FRACTION.import(py, "fractions", "Fraction")?;
    Ok(fraction.call1((numerator?, denominator?))?.unbind())
}

/// The numerator and the denominator.
pub(crate) fn ratio(py: Python<'_>, number: &Dyadic) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
    let numerator = write_integer(py, &number.numerator())?;
    let denominator = write_integer(py, &(IBig::ONE << number.exponent()))?;
    Ok((numerator, denominator))
}
