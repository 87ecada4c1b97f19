import { messages } from '#kernel/messages.ts'
import { euros, eurosAfterSign, type Cents } from '#kernel/money.ts'

/** A user's memberships as staff see them, and selling one. */
export const ofUserTexts = messages({
  en: {
    title: 'Memberships',
    none: 'No memberships',
    membership: 'Membership',
    used: 'Classes used',
    validUntil: 'Valid until',
    status: 'Status',
    statuses: { active: 'Active', cancelled: 'Cancelled' },
    expired: 'Expired',
    payment: 'Payment',
    sell: 'Purchase Membership',
    sellTo: (name: string) => `Purchase a membership for ${name}`,
    choose: 'Choose a membership',
    chooseFirst: 'Please choose a membership.',
    method: 'Payment method',
    cover: 'Cover group member',
    notCover: "The user's membership category is not Cover: staff will see a mark on the payment.",
    price: 'Price',
    deactivated: 'This user is deactivated.',
    sold: (amount: Cents) => `Membership purchased successfully for ${eurosAfterSign(amount)}!`,
  },
  et: {
    title: 'Pääsmed',
    none: 'Pääsmeid ei ole',
    membership: 'Pääse',
    used: 'Kasutatud kordi',
    validUntil: 'Kehtib kuni',
    status: 'Olek',
    statuses: { active: 'Kehtiv', cancelled: 'Tühistatud' },
    expired: 'Aegunud',
    payment: 'Makse',
    sell: 'Müü pääse',
    sellTo: (name) => `Pääsme müümine kasutajale ${name}`,
    choose: 'Vali pääse',
    chooseFirst: 'Palun vali pääse.',
    method: 'Makseviis',
    cover: 'Coverigrupi liige',
    notCover: 'Kasutaja liikmekategooria ei ole Cover: töötajad näevad makse juures märget.',
    price: 'Hind',
    deactivated: 'See kasutaja on peatatud.',
    sold: (amount) => `Pääse on ostetud! Hind: ${euros(amount)}.`,
  },
})

/** SPEC section 8. */
export const sellFailures = messages({
  en: { unexpected: 'Failed to purchase membership.', busy: 'Failed to purchase membership. Please try again.' },
  et: { unexpected: 'Pääset ei õnnestunud osta.', busy: 'Pääset ei õnnestunud osta. Palun proovi uuesti.' },
})
