import { messages } from '#kernel/messages.ts'

/** A member's own data on the dashboard, and the deletion of a user by an admin. */
export const texts = messages({
  en: {
    myData: 'My data',
    myDataHint: 'All that the studio keeps about you, as a file.',
    downloadReadable: 'Download as a web page',
    downloadJson: 'Download as JSON',
    downloading: 'Collecting...',
    downloadFailed: 'Your data could not be downloaded',
    fileName: 'my-data',

    askForDeletion: 'Ask for deletion',
    askTitle: 'Ask for the deletion of your account?',
    askQuestion:
      'An admin of the studio will delete your account. This cannot be undone: your places to come are given back, your memberships end, and you cannot sign in any more. Paid amounts stay in the books, without your name. Until then you can withdraw your request here.',
    asked: 'Your request has been sent to the studio.',
    askedOn: (day: string) => `You asked for the deletion of your account on ${day}. The studio will take care of it.`,
    askFailed: 'Your request could not be sent',
    withdraw: 'Withdraw request',
    withdrawn: 'Your request has been withdrawn.',

    deletion: 'Deletion',
    deletionHint:
      'Name, e-mail, date of birth and everything else about the person goes for good. Past payments and attendance stay in the books, without a name.',
    deleteUser: 'Delete user',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteQuestion:
      'This cannot be undone. The user is signed out at once; places to come are given back, memberships end, and due payments are cancelled. What has been paid stays in the books without a name.',
    typeName: (name: string) => `Type the name to confirm: ${name}`,
    nameDiffers: 'This is not the name of the user.',
    deleting: 'Deleting...',
    deleted: 'User deleted.',
    deleteFailed: 'Failed to delete user',
    requestedOn: (day: string) => `The user asked for this on ${day}.`,
    notYourself: 'Another admin has to delete your account.',
  },
  et: {
    myData: 'Minu andmed',
    myDataHint: 'Kõik, mida stuudio sinu kohta hoiab, ühes failis.',
    downloadReadable: 'Laadi alla veebilehena',
    downloadJson: 'Laadi alla JSON-failina',
    downloading: 'Kogun andmeid...',
    downloadFailed: 'Sinu andmeid ei õnnestunud alla laadida',
    fileName: 'minu-andmed',

    askForDeletion: 'Palu konto kustutamist',
    askTitle: 'Kas soovid oma konto kustutamist?',
    askQuestion:
      'Stuudio administraator kustutab sinu konto. Seda ei saa tagasi võtta: sinu kohad vabanevad, pääsmed lõpevad ja sisse logida sa enam ei saa. Tasutud summad jäävad raamatupidamisse alles ilma sinu nimeta. Kuni kustutamiseni saad soovist siinsamas loobuda.',
    asked: 'Sinu soov on stuudiole saadetud.',
    askedOn: (day) => `Soovisid oma konto kustutamist ${day}. Stuudio tegeleb sellega.`,
    askFailed: 'Soovi ei õnnestunud saata',
    withdraw: 'Võta soov tagasi',
    withdrawn: 'Sinu soov on tagasi võetud.',

    deletion: 'Kustutamine',
    deletionHint:
      'Nimi, e-post, sünnikuupäev ja kõik muu inimese kohta kaovad jäädavalt. Varasemad maksed ja kohalolekud jäävad alles ilma nimeta.',
    deleteUser: 'Kustuta kasutaja',
    deleteTitle: (name) => `Kas kustutad kasutaja ${name}?`,
    deleteQuestion:
      'Seda ei saa tagasi võtta. Kasutaja logitakse kohe välja, tema kohad vabanevad, pääsmed lõpevad ja tasumata maksed tühistatakse. Tasutud summad jäävad raamatupidamisse alles ilma nimeta.',
    typeName: (name) => `Kinnitamiseks kirjuta nimi: ${name}`,
    nameDiffers: 'See ei ole selle kasutaja nimi.',
    deleting: 'Kustutan...',
    deleted: 'Kasutaja on kustutatud.',
    deleteFailed: 'Kasutajat ei õnnestunud kustutada',
    requestedOn: (day) => `Kasutaja soovis seda ${day}.`,
    notYourself: 'Sinu konto peab kustutama teine administraator.',
  },
})

export const refusals = messages({
  en: {
    userNotFound: 'User not found.',
    ownAccount: 'Another admin has to delete your account.',
    lastAdmin: 'The studio needs at least one admin: give someone else this role first.',
  },
  et: {
    userNotFound: 'Kasutajat ei leitud.',
    ownAccount: 'Sinu konto peab kustutama teine administraator.',
    lastAdmin: 'Stuudiol peab olema vähemalt üks administraator: anna see roll enne kellelegi teisele.',
  },
})
