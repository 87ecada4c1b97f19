// OWASP's password storage cheat sheet: N=2^15, r=8, p=3 costs an attacker as much as its first choice, in 32 MiB.
export const PASSWORD_COST = { N: 2 ** 15, r: 8, p: 3 } as const
