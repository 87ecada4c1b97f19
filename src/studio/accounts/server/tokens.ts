import { hash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database keeps: whoever reads it can't use it. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')
