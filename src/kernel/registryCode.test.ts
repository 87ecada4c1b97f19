import { describe, expect, it } from 'vitest'
import { isRegistryCode } from './registryCode.ts'

describe('a registry code', () => {
  // Swedbank and SEB among them; 10539549 needs both rows of weights, 10000640 ends in 0 where neither gives a digit
  it.each(['10060701', '10004252', '12831829', '70000310', '10539549', '10000640', ' 1234 5678 '])(
    '%s is Estonian: its last digit fits the others',
    (code) => expect(isRegistryCode(code)).toBe(true),
  )

  it.each(['10060702', '10060710', '12345679', '1234 5679', '32345674'])('%s is mistyped', (code) =>
    expect(isRegistryCode(code)).toBe(false),
  )

  it.each(['LV40003032949', '40003032949', '556012-5790', '110053842', 'DK12345679', 'HRB 12345 B', '1234567-8'])(
    '%s is foreign, and taken as it is',
    (code) => expect(isRegistryCode(code)).toBe(true),
  )

  it.each(['', '123', 'OÜ Tants', 'puudub', '-'])('"%s" is none', (code) => expect(isRegistryCode(code)).toBe(false))

  it('holds with no other digit in any place', () => {
    const code = '10060701'
    for (let place = 0; place < 8; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const mistyped = `${code.slice(0, place)}${digit}${code.slice(place + 1)}`
        expect(isRegistryCode(mistyped), mistyped).toBe(mistyped === code)
      }
    }
  })
})
