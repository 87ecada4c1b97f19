import { run, serve, shared } from '#server/procedures.ts'
import { settings } from './contract.ts'
import { bankAccountOf, siblingPercentOf, switchedOn } from './rules.ts'
import {
  addCategory,
  archiveCategory,
  editCategory,
  moveCategory,
  removeMembershipCategory,
  setIncluded,
  usedMembershipCategories,
} from './server/categories.ts'
import { saveLogo } from './server/logo.ts'
import { poster } from './server/poster.ts'
import { save } from './server/save.ts'
import { saveTerms, terms } from './server/terms.ts'

export const settingsServer = serve('auth', settings, {
  // read from memory: all queries run again when settings change, see server/services.ts
  all: shared([], async ({ settings: { sections, built } }) => ({ ...sections, built: [...built] })),
  shown: shared([], async ({ settings: { sections, look, terms: version, classCategories, membershipCategories } }) => {
    const { studio, payments, registration } = sections
    return {
      name: studio.name,
      url: studio.website,
      supportEmail: studio.supportEmail,
      phone: studio.phone,
      postalAddress: studio.postalAddress,
      features: switchedOn(sections),
      look,
      beta: studio.beta,
      bankAccount: bankAccountOf(payments),
      methods: payments.methods,
      dropInFee: payments.dropInFee,
      termDays: payments.termDays,
      siblingPercent: siblingPercentOf(sections),
      ...registration,
      terms: version,
      classCategories,
      membershipCategories,
    }
  }),
  save: run((c, edit) => save(c, edit)),
  terms,
  saveTerms,
  saveLogo,
  poster,
  usedMembershipCategories,
  addCategory,
  editCategory,
  moveCategory,
  archiveCategory,
  setIncluded,
  removeMembershipCategory,
})
