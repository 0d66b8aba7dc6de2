module std::type_name;

use std::ascii::String;

public struct TypeName has copy, drop, store {
    name: String,
}

public native fun with_original_ids<T>(): TypeName;
public native fun with_defining_ids<T>(): TypeName;

public fun into_string(self: TypeName): String {
    self.name
}
