import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { features } from '#studio/settings/rules.ts'
import { mayOpen, type MenuPlace } from './screen.ts'
import { screens } from './screens.ts'

it('every declared screen has a page file, and every page file is a declared screen', () => {
  const declared = Object.values(screens).map(({ page }) => `${page}.tsx`)
  const there = readdirSync('src/studio', { recursive: true, encoding: 'utf8' })
  expect(declared.toSorted()).toEqual(there.filter((file) => /^\w+\/pages\/\w+Page\.tsx$/.test(file)).toSorted())
})

it('every screen behind a sign-in has a menu item, or names the screen whose item is highlighted for it', () => {
  const all = Object.entries(screens)
  const withItem = all.flatMap(([path, { menu }]) => (menu ? [path] : []))
  const lit = all.filter(
    ([path, { menu, under }]) => menu !== undefined || withItem.includes(under ?? path.slice(0, path.lastIndexOf('/'))),
  )
  const open = (kind: 'visitor' | 'admin') => all.filter(([, screen]) => mayOpen(screen, kind, features))
  const behind = open('admin').filter((one) => !open('visitor').includes(one))
  // the account screen is opened from the user's name, not from the menu
  expect(behind.filter((one) => !lit.includes(one)).map(([path]) => path)).toEqual(['/account'])
})

it('no two items of a menu have the same order, which would make their sequence random', () => {
  const all = Object.entries(screens).filter(([, screen]) => mayOpen(screen, 'admin', features))
  const placeOf = (menu: MenuPlace) => [menu.in, 'group' in menu ? menu.group : '', menu.order].join(' ')
  const places = all.flatMap(([path, { menu }]) => (menu ? [{ path, place: placeOf(menu) }] : []))
  const twins = places.filter(({ place }, at) => places.findIndex((one) => one.place === place) !== at)
  expect(twins).toEqual([])
})
