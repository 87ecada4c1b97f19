let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords, in lower case. Loaded on first use: see docs/decisions/own-identity.md. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Usual in Estonia, alone or before '1', '12', '123' and so on; the list has few of them, and none with digits. */
const ESTONIAN =
  /^(?:parool|salasõna|salasona|kasutaja|minaise|tere|teretere|eesti|eestimaa|tallinn|tartu|kallis|kallike|maasikas|lammas|armastus|kiisu|kiisuke|lollakas)(?:1(?:2(?:3(?:4(?:56?)?)?)?)?)?$/

/** Whether a password is one of the most common. */
export async function isCommon(password: string): Promise<boolean> {
  const plain = password.normalize('NFC').toLowerCase()
  // the list leaves out passwords that follow a simple pattern
  if (isRepeated(plain) || isRun(plain) || ESTONIAN.test(plain)) return true
  common ??= load()
  return (await common).has(plain)
}

/** 'aaaaaa', 'abcabc' */
const isRepeated = (text: string) => /^(.+?)\1+$/s.test(text)

/** '654321', 'abcdef', '13579' */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0)
  return [...text].every((_character, at) => at === 0 || text.charCodeAt(at) - text.charCodeAt(at - 1) === step)
}
