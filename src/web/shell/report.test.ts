import { expect, it } from 'vitest'
import { mailtoLink } from './report.ts'

it('makes a mailto link that mail programs understand', () => {
  const link = mailtoLink({ to: 'abi@stuudio.example', subject: 'Problem & co', body: 'Page: /classes\nTime: 18:00?' })
  expect(link).toBe(
    'mailto:abi@stuudio.example?subject=Problem%20%26%20co&body=Page%3A%20%2Fclasses%0D%0ATime%3A%2018%3A00%3F',
  )
})
