import { messages } from '#kernel/messages.ts'
import { euros, eurosAfterSign, type Cents } from '#kernel/money.ts'

/** A user's memberships as staff see them, and selling one. */
export const ofUserTexts = messages({
  exportName: ['memberships', 'pääsmed'],
  usedOf: [(used: number, limit: number) => `${used} of ${limit}`, (used, limit) => `${used}, kokku ${limit}`],
  title: ['Memberships', 'Pääsmed'],
  none: ['No memberships', 'Pääsmeid ei ole'],
  membership: ['Membership', 'Pääse'],
  used: ['Classes used', 'Kasutatud kordi'],
  validUntil: ['Valid until', 'Kehtib kuni'],
  until: [(day: string) => `until ${day}`, (day) => `kuni ${day}`],
  status: ['Status', 'Olek'],
  statuses: {
    active: ['Active', 'Kehtiv'],
    cancelled: ['Cancelled', 'Tühistatud'],
  },
  expired: ['Expired', 'Aegunud'],
  usedUp: ['Used up', 'Ära kasutatud'],
  payment: ['Payment', 'Makse'],
  sell: ['Purchase Membership', 'Müü pääse'],
  sellTo: [(name: string) => `Purchase a membership for ${name}`, (name) => `Pääsme müük: ${name}`],
  choose: ['Choose a membership', 'Vali pääse'],
  deactivated: ['This user is deactivated.', 'See kasutaja on peatatud.'],
  sold: [
    (amount: Cents) => `Membership purchased successfully for ${eurosAfterSign(amount)}!`,
    (amount) => `Pääse on müüdud! Hind: ${euros(amount, 'et')}.`,
  ],
})

export const sellFailures = messages({
  unexpected: ['Failed to purchase membership.', 'Pääset ei õnnestunud osta.'],
  busy: ['Failed to purchase membership. Please try again.', 'Pääset ei õnnestunud osta. Palun proovi uuesti.'],
  chooseMembership: ['Please choose a membership.', 'Palun vali pääse.'],
})
