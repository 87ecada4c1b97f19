import { serve } from '#server/procedures.ts'
import { privacy } from './contract.ts'
import { deleteUser } from './server/deleteUser.ts'
import { download } from './server/download.ts'
import { downloadChild } from './server/downloadChild.ts'
import { moneyOf } from './server/moneyOf.ts'

export const privacyServer = serve('auth', privacy, { download, downloadChild, moneyOf, deleteUser })
