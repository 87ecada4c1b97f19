import { Check, Minus, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import { useWhyNotYet } from '#studio/accounts/parts/useWhyNotYet.ts'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useWhyPayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { priceFor } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { CatalogueItem } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { membershipPrice } from '../rules.ts'
import { BuyDialog } from './BuyDialog.tsx'

/** One membership of the catalogue. */
export function MembershipCard(props: {
  membership: CatalogueItem
  /** This pass has the lowest price per class. */
  best: boolean
}) {
  const { membership, best } = props
  const [buying, setBuying] = useState(false)
  const whyNotRegister = useWhyNotYet()
  const termsFirst = useTermsFirst()
  const whyPayFirst = useWhyPayFirst()
  const explain = useRefusalText(refusals)
  const t = useTexts(texts)
  const categoryName = useCategoryName()
  const id = useId()

  const price = membershipPrice(membership)
  const whyNot = whyNotRegister ?? (price ? whyPayFirst : explain({ code: 'membershipPriceMissing' }))
  const names = (categories: readonly string[]) => categories.map((name) => categoryName(name)).join(', ')

  return (
    <Card as="li" label={membership.name}>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 id={id} className="text-lg">
            {membership.name}
          </h3>
          {best && <Badge tone="good">{t.bestValue}</Badge>}
        </div>
        <p className="text-sm font-semibold">
          <Dotted>
            {t.classes(membership.classLimit)}
            {t.days(membership.validPeriod)}
          </Dotted>
        </p>
        {membership.description && <p className="mt-1 text-muted">{membership.description}</p>}
      </div>
      <dl className="flex flex-col gap-1 text-sm">
        <Fact icon={Check} tone="text-good" name={t.includes}>
          {names(membership.categories) || t.allCategories}
        </Fact>
        {/* left out if no category is excluded */}
        {membership.excludedCategories.length > 0 && (
          <Fact icon={Minus} tone="text-muted" name={t.excluded}>
            {names(membership.excludedCategories)}
          </Fact>
        )}
      </dl>
      {/* side by side on a phone, where eight below each other would be long */}
      <div className="flex items-end justify-between gap-4 max-sm:gap-2 max-[16rem]:flex-col max-[16rem]:items-stretch sm:flex-col sm:items-stretch">
        {price && (
          <dl className="flex flex-wrap gap-x-8 gap-y-2 max-sm:gap-x-3">
            {[
              { name: t.standardPrice, cents: priceFor(price, false) },
              { name: t.memberPrice, cents: priceFor(price, true) },
            ].map(({ name, cents }) => (
              <div key={name} className="flex flex-col-reverse first:text-brand">
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="font-display text-xl font-bold">
                  <Price cents={cents} />
                  {membership.classLimit > 1 && (
                    <span className="block font-body text-sm font-normal text-muted">
                      {t.perClass(Math.round(cents / membership.classLimit))}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="shrink-0 pt-1 max-sm:grow max-sm:max-w-32">
          <Button
            variant="primary"
            wide
            onPress={termsFirst(() => setBuying(true))}
            whyDisabled={whyNot}
            inviting={whyNotRegister !== undefined}
            aria-describedby={id}
          >
            {t.buy}
          </Button>
        </div>
      </div>
      {price && <BuyDialog membership={membership} price={price} open={buying} onClose={() => setBuying(false)} />}
    </Card>
  )
}

/** 'Includes: K-POP 16+', with an icon. */
function Fact(props: { icon: LucideIcon; tone: string; name: string; children: string }) {
  return (
    <div className="pl-6">
      <dt className="inline text-muted">
        <props.icon aria-hidden="true" className={`mr-2 -ml-6 inline size-4 align-text-bottom ${props.tone}`} />
        {props.name}:{' '}
      </dt>
      <dd className="inline font-semibold">{props.children}</dd>
    </div>
  )
}
