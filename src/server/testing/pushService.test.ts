import { expect, it } from 'vitest'
import { aBrowser } from './pushService.ts'

const bytes = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'base64url')

it('the test browser decrypts the example of RFC 8291, appendix A', () => {
  const browser = aBrowser('one', {
    own: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  })
  const body = bytes(`
    DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml
    mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT
    pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN`)
  expect(browser.read(body)).toBe('When I grow up, I want to be a watermelon')
})
