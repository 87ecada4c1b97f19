import { describe, expect, it } from 'vitest'
import { isRegistryCode } from './registryCode.ts'

describe('a registry code', () => {
  // with Swedbank and SEB; 10539549 needs both rows of weights, 10000640 ends in 0 because neither row gives a digit
  it.each(['10060701', '10004252', '12831829', '70000310', '10539549', '10000640', ' 1234 5678 '])(
    'accepts the Estonian code %s, whose check digit is right',
    (code) => expect(isRegistryCode(code)).toBe(true),
  )

  it.each(['10060702', '10060710', '12345679', '1234 5679', '32345674'])(
    'rejects %s, whose check digit is wrong',
    (code) => expect(isRegistryCode(code)).toBe(false),
  )

  it.each(['LV40003032949', '40003032949', '556012-5790', '110053842', 'DK12345679', 'HRB 12345 B', '1234567-8'])(
    'accepts the foreign code %s unchanged',
    (code) => expect(isRegistryCode(code)).toBe(true),
  )

  it.each(['', '123', 'OÜ Tants', 'puudub', '-'])('rejects "%s"', (code) => expect(isRegistryCode(code)).toBe(false))

  it('is rejected with any other digit in any place', () => {
    const code = '10060701'
    for (let place = 0; place < 8; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const mistyped = `${code.slice(0, place)}${digit}${code.slice(place + 1)}`
        expect(isRegistryCode(mistyped), mistyped).toBe(mistyped === code)
      }
    }
  })
})
