/** Used for the studio's own code, and for a buyer's on an invoice. */
export const registryCodeInvalid = [
  'This is not a registry code. Please look for a mistyped digit: an Estonian code has 8, and the last one is a check digit. Before a foreign one of 8 digits put the letters of its country, as in DK12345679.',
  'See ei ole registrikood. Palun vaata, kas mõni number on vale: Eesti koodis on neid 8 ja viimane on kontrollnumber. Välismaise 8-numbrilise koodi ette kirjuta riigi tähis, näiteks DK12345679.',
] as const
