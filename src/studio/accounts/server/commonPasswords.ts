let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords, in lower case. Loaded on first use: see docs/decisions/own-identity.md. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether a password is one of the most common. */
export async function isCommon(password: string): Promise<boolean> {
  const plain = password.normalize('NFC').toLowerCase()
  // the list leaves out passwords that follow a simple pattern
  if (isRepeated(plain) || isRun(plain)) return true
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
