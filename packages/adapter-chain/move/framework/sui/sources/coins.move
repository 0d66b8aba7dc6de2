module sui::balance {
    public use fun supply_value as Supply.value;

    const ENonZero: u64 = 0;
    const EOverflow: u64 = 1;
    const ENotEnough: u64 = 2;
    const MAX: u64 = 0xffff_ffff_ffff_ffff;

    public struct Supply<phantom T> has store {
        value: u64,
    }

    public struct Balance<phantom T> has store {
        value: u64,
    }

    public fun value<T>(self: &Balance<T>): u64 {
        self.value
    }

    public fun supply_value<T>(supply: &Supply<T>): u64 {
        supply.value
    }

    public(package) fun create_supply_internal<T>(): Supply<T> {
        Supply { value: 0 }
    }

    public fun increase_supply<T>(self: &mut Supply<T>, value: u64): Balance<T> {
        assert!(value <= MAX - self.value, EOverflow);
        self.value = self.value + value;
        Balance { value }
    }

    public fun zero<T>(): Balance<T> {
        Balance { value: 0 }
    }

    /// Returns the new value.
    public fun join<T>(self: &mut Balance<T>, balance: Balance<T>): u64 {
        let Balance { value } = balance;
        self.value = self.value + value;
        self.value
    }

    public fun split<T>(self: &mut Balance<T>, value: u64): Balance<T> {
        assert!(value <= self.value, ENotEnough);
        self.value = self.value - value;
        Balance { value }
    }

    public fun destroy_zero<T>(balance: Balance<T>) {
        let Balance { value } = balance;
        assert!(value == 0, ENonZero);
    }

    #[test_only]
    public fun create_for_testing<T>(value: u64): Balance<T> {
        Balance { value }
    }

    #[test_only]
    public fun destroy_for_testing<T>(self: Balance<T>): u64 {
        let Balance { value } = self;
        value
    }
}

module sui::coin {
    use sui::balance::{Self, Balance, Supply};

    public use fun treasury_into_supply as TreasuryCap.into_supply;

    public struct Coin<phantom T> has key, store {
        id: UID,
        balance: Balance<T>,
    }

    public struct TreasuryCap<phantom T> has key, store {
        id: UID,
        total_supply: Supply<T>,
    }

    public fun value<T>(self: &Coin<T>): u64 {
        self.balance.value()
    }

    public fun from_balance<T>(balance: Balance<T>, ctx: &mut TxContext): Coin<T> {
        Coin { id: object::new(ctx), balance }
    }

    public fun into_balance<T>(coin: Coin<T>): Balance<T> {
        let Coin { id, balance } = coin;
        id.delete();
        balance
    }

    public fun take<T>(balance: &mut Balance<T>, value: u64, ctx: &mut TxContext): Coin<T> {
        from_balance(balance.split(value), ctx)
    }

    public fun put<T>(balance: &mut Balance<T>, coin: Coin<T>) {
        balance.join(coin.into_balance());
    }

    public entry fun join<T>(self: &mut Coin<T>, c: Coin<T>) {
        self.balance.join(c.into_balance());
    }

    public fun split<T>(self: &mut Coin<T>, split_amount: u64, ctx: &mut TxContext): Coin<T> {
        take(&mut self.balance, split_amount, ctx)
    }

    public fun zero<T>(ctx: &mut TxContext): Coin<T> {
        from_balance(balance::zero(), ctx)
    }

    public fun destroy_zero<T>(c: Coin<T>) {
        c.into_balance().destroy_zero()
    }

    public fun total_supply<T>(cap: &TreasuryCap<T>): u64 {
        cap.total_supply.value()
    }

    public fun treasury_into_supply<T>(treasury: TreasuryCap<T>): Supply<T> {
        let TreasuryCap { id, total_supply } = treasury;
        id.delete();
        total_supply
    }

    public fun mint<T>(cap: &mut TreasuryCap<T>, value: u64, ctx: &mut TxContext): Coin<T> {
        from_balance(cap.total_supply.increase_supply(value), ctx)
    }

    public(package) fun new_treasury_cap<T>(ctx: &mut TxContext): TreasuryCap<T> {
        TreasuryCap { id: object::new(ctx), total_supply: balance::create_supply_internal() }
    }

    #[test_only]
    public fun mint_for_testing<T>(value: u64, ctx: &mut TxContext): Coin<T> {
        from_balance(balance::create_for_testing(value), ctx)
    }

    #[test_only]
    public fun burn_for_testing<T>(coin: Coin<T>): u64 {
        coin.into_balance().destroy_for_testing()
    }
}

module sui::sui {
    public struct SUI has drop {}
}
