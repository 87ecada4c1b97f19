import { one, screen } from '#studio/screen.ts'

export const familyScreens = {
  '/family-invitation': screen({
    page: 'families/pages/FamilyInvitationPage',
    for: 'everybody',
    feature: 'families',
    takesToken: true,
    // after signing up: what was sent to the own address
    worksWithoutToken: true,
    // one that went to the own address
    search: { of: one },
  }),
}
