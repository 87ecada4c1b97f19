import type { OutcomeOf } from '#kernel/procedures.ts'
import { base64Of } from '#web/base64Of.ts'
import { send } from '#web/commands.ts'
import { moving } from '../calls.ts'
import { exportFileOf, exportFiles, isManaged, mostBytesOf, PART_BYTES, type ExportFile } from '../rules/firebase.ts'

export type ChosenExport = ReadonlyMap<ExportFile, File>

/** Why the chosen files are not uploaded. */
export type Unfit =
  | { readonly why: 'managed' | 'noDump' }
  | { readonly why: 'unknownFile' | 'twice'; readonly name: string }
  | { readonly why: 'largest'; readonly name: string; readonly megabytes: number }

/** Returns which files of the export these are, or why they can't be uploaded. */
export function chosenExport(files: readonly File[]): ChosenExport | Unfit {
  const chosen = new Map<ExportFile, File>()
  for (const file of files) {
    if (isManaged(file.name)) return { why: 'managed' }
    const which = exportFileOf(file.name)
    if (!which) return { why: 'unknownFile', name: file.name }
    if (chosen.has(which)) return { why: 'twice', name: which }
    if (file.size > mostBytesOf[which])
      return { why: 'largest', name: file.name, megabytes: mostBytesOf[which] / 1024 / 1024 }
    chosen.set(which, file)
  }
  return chosen.has('firestore.json') ? chosen : { why: 'noDump' }
}

type Refused = Extract<OutcomeOf<(typeof moving)['firebasePart' | 'firebaseBegin' | 'firebaseLook']>, { ok: false }>

/** Uploads the files in compressed parts; returns the refusal, or null. `onSent` gets the progress in percent. */
export async function sendExport(chosen: ChosenExport, onSent: (percent: number) => void): Promise<Refused | null> {
  const begun = await send(moving.firebaseBegin, {})
  if (!begun.ok) return begun
  const { moveId } = begun.value
  const all = [...chosen.values()].reduce((sum, { size }) => sum + size, 0)
  const sent: { [F in ExportFile]?: { bytes: number; parts: number } } = {}
  let read = 0
  for (const file of exportFiles) {
    const given = chosen.get(file)
    if (!given) continue
    let place = 0
    for await (const { part, bytes } of packedParts(given)) {
      const outcome = await send(moving.firebasePart, { moveId, file, place, part: await base64Of(part) })
      if (!outcome.ok) return outcome
      place++
      onSent(all === 0 ? 100 : Math.floor((100 * (read + bytes)) / all))
    }
    read += given.size
    sent[file] = { bytes: given.size, parts: place }
  }
  const looked = await send(moving.firebaseLook, { moveId, files: sent })
  return looked.ok ? null : looked
}

/** Yields a gzip-compressed file in parts, each with the number of uncompressed bytes read so far. */
async function* packedParts(file: File): AsyncGenerator<{ part: Blob; bytes: number }> {
  let bytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(slice, out) {
      bytes += slice.length
      out.enqueue(slice)
    },
  })
  const reader = file.stream().pipeThrough(counted).pipeThrough(new CompressionStream('gzip')).getReader()
  let held: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (value) {
      held.push(value)
      size += value.length
    }
    const whole = new Blob(held)
    let from = 0
    while (size - from >= PART_BYTES) {
      yield { part: whole.slice(from, from + PART_BYTES), bytes }
      from += PART_BYTES
    }
    if (from > 0) {
      held = [new Uint8Array(await whole.slice(from).arrayBuffer())]
      size -= from
    }
    if (done) break
  }
  if (size > 0) yield { part: new Blob(held), bytes }
}
