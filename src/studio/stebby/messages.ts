import { messages } from '#kernel/messages.ts'
import { euros } from '#kernel/money.ts'

export const texts = messages({
  desk: ['Stebby desk', 'Stebby kassa'],
  deskHint: [
    'Codes that were noted wait here until an admin has used them in Stebby, and so do tickets whose result is unknown.',
    'Siin ootavad üles kirjutatud koodid, kuni administraator on need Stebbys kasutanud, ja piletid, mille tulemus ei ole teada.',
  ],
  exportName: ['stebby-tickets', 'stebby-piletid'],
  state: ['State', 'Seis'],
  forWhat: ['For', 'Mille eest'],
  typedBy: ['Typed by', 'Sisestas'],
  typedAt: ['Typed at', 'Sisestatud'],
  loadFailed: ['The Stebby tickets could not be loaded.', 'Stebby pileteid ei õnnestunud laadida.'],
  code: ['Stebby code', 'Stebby kood'],
  lookUp: ['Look up', 'Otsi üles'],
  noteCode: ['Note the code', 'Kirjuta kood üles'],
  noteHint: [
    'The payment is marked as paid, and an admin uses the code in Stebby.',
    'Makse märgitakse tasutuks ja administraator kasutab koodi Stebbys.',
  ],
  asking: ['Asking Stebby …', 'Küsin Stebbylt …'],
  using: ['Stebby is using the ticket …', 'Stebby kasutab piletit …'],
  service: ['Service', 'Teenus'],
  holder: ['Name', 'Nimi'],
  validUntil: ['Valid until', 'Kehtib kuni'],
  endsSoon: ['ends soon', 'lõpeb varsti'],
  worth: ['Worth', 'Väärtus'],
  pays: ['Pays', 'Tasub'],
  paysPart: [(part: string, of: string) => `${part} of ${of}`, (part, of) => `${part} / ${of}`],
  use: ['Use ticket', 'Kasuta pilet'],
  useHint: ['A used ticket can not be given back.', 'Kasutatud piletit tagasi anda ei saa.'],
  anotherCode: ['Another code', 'Teine kood'],
  paid: [(sum: string) => `Ticket used: ${sum} paid.`, (sum) => `Pilet on kasutatud: tasutud ${sum}.`],
  noted: ['Code noted.', 'Kood on üles kirjutatud.'],
  notSure: ['Not sure: look in Stebby', 'Pole kindel: vaata Stebbyst'],
  notSureHint: [
    'Stebby did not say whether the ticket was used. It is not used once more by itself. A minute later Stebby is asked about it again; where that does not tell, an admin decides.',
    'Stebby ei öelnud, kas pilet on kasutatud. Ise seda uuesti ei kasutata. Minuti pärast küsitakse Stebbylt uuesti; kui ka sellest ei selgu, otsustab administraator.',
  ],
  goneHint: [
    'Stebby lists the ticket no more: it was used, for this or somewhere else. Look it up at the desk of Stebby, and say here what you found.',
    'Stebby seda piletit enam ei näita: see on kasutatud, kas selle makse eest või mujal. Vaata Stebby kassast järele ja märgi siia, mis selgus.',
  ],
  goneAtDoor: [
    'Stebby lists the ticket no more: an admin looks it up in Stebby and decides.',
    'Stebby seda piletit enam ei näita: administraator vaatab Stebbyst järele ja otsustab.',
  ],
  spare: ['Used, and its payment was settled otherwise', 'Kasutatud, aga makse on muul viisil tasutud'],
  spareHint: [
    'Type its code at another payment: it pays for that and is not used once more.',
    'Sisesta sama kood mõne teise makse juures: siis tasub see selle eest ja uuesti seda ei kasutata.',
  ],
  problems: {
    absent: [
      'Stebby does not know this ticket: the code is mistyped, or the ticket is used or expired.',
      'Stebby ei tunne seda piletit: kood on valesti kirjutatud või on pilet kasutatud või aegunud.',
    ],
    expired: ['This ticket has expired.', 'See pilet on aegunud.'],
    worthNothing: ['This ticket is worth nothing.', 'Sellel piletil ei ole väärtust.'],
    noAnswer: [
      'Stebby did not answer. Nothing has happened to the ticket.',
      'Stebby ei vastanud. Piletiga ei ole midagi juhtunud.',
    ],
    keyRefused: [
      "Stebby does not take the studio's key. An admin has to look after it.",
      'Stebby ei võta stuudio võtit vastu. Administraator peab selle üle vaatama.',
    ],
    refused: [
      'Stebby refused: the ticket was used elsewhere meanwhile, or has expired.',
      'Stebby keeldus: pilet on vahepeal mujal kasutatud või aegunud.',
    ],
    notSent: [
      'Stebby was not reached, and the ticket is not used. Press once more.',
      'Stebby ei olnud kättesaadav ja pilet on kasutamata. Vajuta uuesti.',
    ],
    notUsed: [
      'Stebby still lists the ticket: it was not used. Press once more.',
      'Stebby näitab piletit endiselt: seda ei kasutatud. Vajuta uuesti.',
    ],
    gone: ['Stebby lists the ticket no more.', 'Stebby seda piletit enam ei näita.'],
  },
  waiting: ['Codes to confirm', 'Kinnitamist ootavad koodid'],
  toBeConfirmed: ['To be confirmed', 'Ootab kinnitamist'],
  noneWaiting: ['No code waits', 'Ükski kood ei oota'],
  unsure: ['Not sure', 'Pole kindel'],
  usedOnes: ['Used', 'Kasutatud'],
  somebody: ['A deleted account', 'Kustutatud konto'],
  lookAgain: ['Look once more', 'Vaata uuesti'],
  confirm: ['Confirm', 'Kinnita'],
  confirmTitle: ['Confirm the ticket', 'Kinnita pilet'],
  confirmHint: [
    'What the ticket is worth in Stebby. A lower worth pays a part.',
    'Kui palju on pilet Stebbys väärt. Väiksem väärtus tasub osa maksest.',
  ],
  wasUsed: ['It was used', 'Pilet on kasutatud'],
  notUsed: ['It was not used', 'Pilet on kasutamata'],
  notUsedQuestion: [
    'The payment stays due, and the code can be typed again.',
    'Makse jääb tasumata ja koodi saab uuesti sisestada.',
  ],
  notValid: ['Not valid', 'Ei kehti'],
  notValidQuestion: ['The payment is due again.', 'Makse on jälle tasumata.'],
  paysNothing: ['Pays for nothing here', 'Ei tasu siin midagi'],
  paysNothingQuestion: [
    'The ticket is used and pays for nothing: its price may have to be returned.',
    'Pilet on kasutatud, aga ei tasu midagi: raha tuleb võib-olla tagastada.',
  ],
  decided: ['Saved.', 'Salvestatud.'],
})

export const refusals = messages({
  unexpected: ['The ticket could not be taken.', 'Piletit ei õnnestunud vastu võtta.'],
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  paymentNotFound: [
    'This payment is not there any more. Look at the list again.',
    'Seda makset enam ei ole. Vaata nimekiri uuesti üle.',
  ],
  alreadyPaid: ['This is paid already: the ticket is not needed.', 'See on juba tasutud: piletit ei ole vaja.'],
  anotherSum: [
    ({ rest }: { rest: string }) => `By now ${euros(Number(rest), 'en')} are open. Look at the list again.`,
    ({ rest }) => `Nüüd on tasumata ${euros(Number(rest), 'et')}. Vaata nimekiri uuesti üle.`,
  ],
  codeInvalid: [
    'A code has letters, digits and hyphens, at least three.',
    'Koodis on tähed, numbrid ja sidekriipsud, vähemalt kolm märki.',
  ],
  codeTaken: [
    'This code was taken for something else already. Ask for another ticket.',
    'See kood on juba millegi muu eest võetud. Küsi teine pilet.',
  ],
  ticketChanged: [
    'Something has happened to this ticket meanwhile. Look again.',
    'Selle piletiga on vahepeal midagi juhtunud. Vaata uuesti.',
  ],
  otherTicket: [
    'Another ticket for this payment is not settled yet. Settle that one first.',
    'Selle makse teise pileti asi on veel lahtine. Lahenda enne see.',
  ],
  notConnected: ['The studio has no key of Stebby: note the code.', 'Stuudiol ei ole Stebby võtit: kirjuta kood üles.'],
  worthMissing: ['Please enter what the ticket is worth.', 'Palun märgi, kui palju on pilet väärt.'],
})
