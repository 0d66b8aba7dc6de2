module sui::package {
    use std::ascii::String;
    use std::type_name;
    use sui::types;

    public use fun burn_publisher as Publisher.burn;

    const ENotOneTimeWitness: u64 = 0;

    /// The proof of having published a package.
    public struct Publisher has key, store {
        id: UID,
        package: String,
        module_name: String,
    }

    /// The capability to upgrade a package.
    public struct UpgradeCap has key, store {
        id: UID,
        package: ID,
        version: u64,
        policy: u8,
    }

    public fun claim<OTW: drop>(otw: OTW, ctx: &mut TxContext): Publisher {
        assert!(types::is_one_time_witness(&otw), ENotOneTimeWitness);
        let name = type_name::with_original_ids<OTW>();
        Publisher { id: object::new(ctx), package: name.address_string(), module_name: name.module_string() }
    }

    public fun burn_publisher(self: Publisher) {
        let Publisher { id, .. } = self;
        id.delete();
    }

    public fun from_package<T>(self: &Publisher): bool {
        type_name::with_original_ids<T>().address_string() == self.package
    }

    public fun from_module<T>(self: &Publisher): bool {
        let name = type_name::with_original_ids<T>();
        name.address_string() == self.package && name.module_string() == self.module_name
    }

    #[test_only]
    public fun test_claim<OTW: drop>(_: OTW, ctx: &mut TxContext): Publisher {
        let name = type_name::with_original_ids<OTW>();
        Publisher { id: object::new(ctx), package: name.address_string(), module_name: name.module_string() }
    }
}

module sui::display_registry {
    use std::string::String;
    use sui::dynamic_field;
    use sui::package::Publisher;
    use sui::vec_map::{Self, VecMap};

    const EDisplayAlreadyExists: u64 = 1;
    const ENotValidPublisher: u64 = 3;

    public struct DisplayRegistry has key { id: UID }

    public struct Display<phantom T> has key {
        id: UID,
        fields: VecMap<String, String>,
        cap_id: Option<ID>,
    }

    public struct DisplayCap<phantom T> has key, store { id: UID }

    public struct DisplayKey<phantom T>() has copy, drop, store;

    /// On the chain, the address of a Display is derived from its type. This one has a new address.
    public fun new_with_publisher<T>(
        registry: &mut DisplayRegistry,
        publisher: &mut Publisher,
        ctx: &mut TxContext,
    ): (Display<T>, DisplayCap<T>) {
        assert!(publisher.from_package<T>(), ENotValidPublisher);
        assert!(!dynamic_field::exists_(&registry.id, DisplayKey<T>()), EDisplayAlreadyExists);
        dynamic_field::add(&mut registry.id, DisplayKey<T>(), true);
        let cap = DisplayCap<T> { id: object::new(ctx) };
        let display = Display<T> {
            id: object::new(ctx),
            fields: vec_map::empty(),
            cap_id: option::some(cap.id.to_inner()),
        };
        (display, cap)
    }

    public fun share<T>(display: Display<T>) {
        transfer::share_object(display)
    }

    #[test_only]
    public fun create_for_testing(ctx: &mut TxContext) {
        transfer::share_object(DisplayRegistry { id: object::new(ctx) })
    }
}

module sui::transfer_policy {
    use std::type_name::TypeName;
    use sui::balance::{Self, Balance};
    use sui::package::Publisher;
    use sui::sui::SUI;
    use sui::vec_set::{Self, VecSet};

    const ENotOwner: u64 = 4;

    /// The rules by which kiosks trade a type, and the fees that they have collected.
    public struct TransferPolicy<phantom T> has key, store {
        id: UID,
        balance: Balance<SUI>,
        rules: VecSet<TypeName>,
    }

    public struct TransferPolicyCap<phantom T> has key, store {
        id: UID,
        policy_id: ID,
    }

    public fun new<T>(pub: &Publisher, ctx: &mut TxContext): (TransferPolicy<T>, TransferPolicyCap<T>) {
        assert!(pub.from_package<T>(), ENotOwner);
        let policy = TransferPolicy<T> { id: object::new(ctx), balance: balance::zero(), rules: vec_set::empty() };
        let cap = TransferPolicyCap<T> { id: object::new(ctx), policy_id: object::id(&policy) };
        (policy, cap)
    }
}
