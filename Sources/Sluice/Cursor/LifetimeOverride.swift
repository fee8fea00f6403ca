/// States that `dependent` lives as long as `source`, which the compiler can't see when a cursor is made from a bare
/// position.
///
/// Sound only when `dependent` points into the document that `source` points into. All uses are in this folder.
@unsafe @_unsafeNonescapableResult @_alwaysEmitIntoClient @_transparent
@_lifetime(copy source)
package func _overrideLifetime<
  T: ~Copyable & ~Escapable, U: ~Copyable & ~Escapable
>(_ dependent: consuming T, copying source: borrowing U) -> T {
  dependent
}

/// States that `dependent` borrows `source`: while it is in use, `source` can't be changed.
///
/// Sound only when `dependent` points into memory that `source` keeps until it is changed.
@unsafe @_unsafeNonescapableResult @_alwaysEmitIntoClient @_transparent
@_lifetime(borrow source)
package func _overrideLifetime<
  T: ~Copyable & ~Escapable, U: ~Copyable & ~Escapable
>(_ dependent: consuming T, borrowing source: borrowing U) -> T {
  dependent
}
