import { messages } from '#kernel/messages.ts'

/** Personal data on the account page, and the deletion of a user by an admin. */
export const texts = messages({
  myData: ['My data', 'Minu andmed'],
  myDataHint: ['All that the studio keeps about you, as a file.', 'Kõik, mida stuudio sinu kohta hoiab, ühes failis.'],
  childData: [(name: string) => `Download ${name}’s data`, (name) => `Laadi alla lapse andmed: ${name}`],
  childDataHint: [
    'The file has what the studio keeps about the child, and your payments. Payments of another guardian are not in it.',
    'Failis on see, mida stuudio lapse kohta hoiab, ja sinu maksed. Teise vanema või hooldaja makseid seal ei ole.',
  ],
  childFileName: [(name: string) => `data-${name}`, (name) => `andmed-${name}`],
  childDownloadFailed: [
    (name: string) => `${name}’s data could not be downloaded`,
    (name) => `Lapse andmeid ei õnnestunud alla laadida: ${name}`,
  ],
  downloadReadable: ['Download as a web page', 'Laadi alla veebilehena'],
  downloadJson: ['Download as JSON', 'Laadi alla JSON-failina'],
  downloading: ['Collecting...', 'Kogun andmeid...'],
  downloadFailed: ['Your data could not be downloaded', 'Sinu andmeid ei õnnestunud alla laadida'],
  fileName: ['my-data', 'minu-andmed'],

  askForDeletion: ['Ask for deletion', 'Palu konto kustutamist'],
  askTitle: ['Ask for the deletion of your account?', 'Kas soovid oma konto kustutamist?'],
  askQuestion: [
    (papers: boolean) =>
      `An admin of the studio will delete your account. This cannot be undone: your places to come are given back, your memberships end, and you cannot sign in any more. Paid amounts stay in the books, without your name${papers ? '; receipts and invoices that were made are kept as they are for 7 years, as the law asks' : ''}. Until then you can withdraw your request here.`,
    (papers) =>
      `Stuudio administraator kustutab sinu konto. Seda ei saa tagasi võtta: sinu kohad vabanevad, pääsmed lõpevad ja sisse logida sa enam ei saa. Tasutud summad jäävad raamatupidamisse alles ilma sinu nimeta${papers ? '; koostatud kviitungid ja arved säilivad seaduse järgi 7 aastat muutmata' : ''}. Kuni kustutamiseni saad soovist siinsamas loobuda.`,
  ],
  /** What happens to a child: it stays with other guardians, or has none. */
  childStays: [
    (name: string, guardians: string) =>
      `You no longer act for ${name}. Still guardian here: ${guardians}. Nothing else changes.`,
    (name, guardians) =>
      `${name}: sina tema eest enam ei tegutse. Vanem või hooldaja on edasi ${guardians}. Midagi muud ei muutu.`,
  ],
  childStaysUnbooked: [
    (name: string, guardians: string) =>
      `You no longer act for ${name}. Still guardian here, but not to register: ${guardians}. From then on only the studio can register or cancel for ${name}.`,
    (name, guardians) =>
      `${name}: sina tema eest enam ei tegutse. Vanem või hooldaja on edasi ${guardians}, kuid ilma registreerimise õiguseta: siis saab trenni panna ja tühistada ainult stuudio.`,
  ],
  childAlone: [
    (name: string) => `${name} has their own sign-in and goes on alone. You no longer act for ${name}.`,
    (name) => `${name} jätkab oma kontoga. Sina tema eest enam ei tegutse.`,
  ],
  childLeft: [
    (name: string) =>
      `${name} is not deleted, but has no other guardian here: from then on only the studio can register or cancel. If ${name} should be deleted too, write to the studio, or invite another guardian first.`,
    (name) =>
      `${name}: andmeid ei kustutata, aga teist vanemat või hooldajat siin ei ole. Siis saab trenni panna ja tühistada ainult stuudio. Kui soovid ka lapse kustutamist, kirjuta stuudiole; või kutsu enne teine vanem või hooldaja.`,
  ],
  owed: [
    (sum: string) =>
      `${sum} is still to be paid. The studio may ask for it before; once your account is deleted, these payments are cancelled.`,
    (sum) =>
      `Sul on tasumata ${sum}. Stuudio võib paluda selle enne ära maksta; konto kustutamisel need maksed tühistatakse.`,
  ],
  asked: ['Your request has been sent to the studio.', 'Sinu soov on stuudiole saadetud.'],
  askedOn: [
    (day: string) => `You asked for the deletion of your account on ${day}. The studio will take care of it.`,
    (day) => `Soovisid oma konto kustutamist ${day}. Stuudio tegeleb sellega.`,
  ],
  askFailed: ['Your request could not be sent', 'Soovi ei õnnestunud saata'],
  withdraw: ['Withdraw request', 'Võta soov tagasi'],
  withdrawn: ['Your request has been withdrawn.', 'Sinu soov on tagasi võetud.'],

  deletion: ['Deletion', 'Kustutamine'],
  deletionHint: [
    (papers: boolean) =>
      `Name, e-mail, date of birth and everything else about the person goes for good. Past payments and attendance stay in the books, without a name${papers ? '; receipts and invoices that were made are kept as they are for 7 years, as the law asks' : ''}.`,
    (papers) =>
      `Nimi, e-post, sünnikuupäev ja kõik muu inimese kohta kaovad jäädavalt. Varasemad maksed ja kohalolekud jäävad alles ilma nimeta${papers ? '; koostatud kviitungid ja arved säilivad seaduse järgi 7 aastat muutmata' : ''}.`,
  ],
  deleteUser: ['Delete user', 'Kustuta kasutaja'],
  deleteTitle: [(name: string) => `Delete ${name}?`, (name) => `Kas kustutad kasutaja ${name}?`],
  deleteQuestion: [
    'This cannot be undone. The user is signed out at once; places to come are given back, memberships end, and due payments are cancelled, also those for others in the family. What has been paid stays in the books without a name.',
    'Seda ei saa tagasi võtta. Kasutaja logitakse kohe välja, tema kohad vabanevad, pääsmed lõpevad ja tasumata maksed tühistatakse, ka teiste pereliikmete eest. Tasutud summad jäävad raamatupidamisse alles ilma nimeta.',
  ],
  cancels: [
    (sum: string) => `${sum} is due: it is cancelled, and the studio can no longer ask for it.`,
    (sum) => `Tasumata on ${sum}: see tühistatakse ja seda ei saa enam küsida.`,
  ],
  creditStays: [
    (sum: string) => `The credit of ${sum} is not paid back by this: do that first. Afterwards it has no name.`,
    (sum) => `Ettemaks ${sum} jääb sellega tagastamata: tagasta see enne. Pärast ei ole sellel enam nime.`,
  ],
  typeName: [(name: string) => `Type the name to confirm: ${name}`, (name) => `Kinnitamiseks kirjuta nimi: ${name}`],
  deleting: ['Deleting...', 'Kustutan...'],
  deleted: ['User deleted.', 'Kasutaja on kustutatud.'],
  requestedOn: [(day: string) => `The user asked for this on ${day}.`, (day) => `Kasutaja soovis seda ${day}.`],
  notYourself: ['Another admin has to delete your account.', 'Sinu konto peab kustutama teine administraator.'],
})

export const refusals = messages({
  onlyGuardian: [
    ({ children }: { children: number }) =>
      `${children === 1 ? 'A child has no other guardian' : `${children} children have no other guardian`}: see 'Family' on this page. Press again to delete all the same.`,
    ({ children }) =>
      `${children === 1 ? 'Ühel lapsel ei ole teist vanemat ega hooldajat' : `${children} lapsel ei ole teist vanemat ega hooldajat`}: vaata siit lehelt jaotist „Pere“. Kui kustutad ikkagi, vajuta uuesti.`,
  ],
  userNotFound: ['User not found.', 'Kasutajat ei leitud.'],
  userNotFoundHelps: ['Search for the person again.', 'Otsi inimest uuesti.'],
  ownAccount: ['Another admin has to delete your account.', 'Sinu konto peab kustutama teine administraator.'],
  hasSignIn: [
    'The child has an account by now, and can sign in and download the data there.',
    'Lapsel on nüüd oma konto: andmed saab ta ise alla laadida, kui logib sisse.',
  ],
  lastAdmin: [
    'The studio needs at least one admin: give someone else this role first.',
    'Stuudiol peab olema vähemalt üks administraator: anna see roll enne kellelegi teisele.',
  ],
})

export const deleteFailures = messages({
  unexpected: ['Failed to delete user', 'Kasutajat ei õnnestunud kustutada'],
  nameDiffers: ['This is not the name of the user.', 'See ei ole selle kasutaja nimi.'],
})
