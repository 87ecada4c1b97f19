import { useId, useState } from 'react'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import { useCategoryName } from '#studio/settings/parts/useCategoryName.ts'
import { useWhyPayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { priceFor } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { CatalogueItem } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { membershipPrice } from '../rules.ts'
import { BuyDialog } from './BuyDialog.tsx'

/** One membership of the catalogue. */
export function MembershipCard(props: { membership: CatalogueItem }) {
  const { membership } = props
  const [buying, setBuying] = useState(false)
  const whyNotRegister = useWhyNotRegister()
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
        <h3 id={id} className="text-lg">
          {membership.name}
        </h3>
        {membership.description && <p className="mt-1 text-muted">{membership.description}</p>}
      </div>
      {price && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
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
      <Facts
        facts={[
          { name: t.classLimit, value: t.classes(membership.classLimit) },
          { name: t.validity, value: t.days(membership.validPeriod) },
          { name: t.categories, value: names(membership.categories) || t.allCategories },
          // nothing is said about what there is none of
          ...(membership.excludedCategories.length > 0
            ? [{ name: t.excluded, value: names(membership.excludedCategories) }]
            : []),
        ]}
      />
      <div className="pt-1">
        <Button variant="primary" wide onPress={() => setBuying(true)} whyDisabled={whyNot} aria-describedby={id}>
          {t.buy}
        </Button>
      </div>
      {price && <BuyDialog membership={membership} price={price} open={buying} onClose={() => setBuying(false)} />}
    </Card>
  )
}
