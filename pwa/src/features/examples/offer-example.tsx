import { useRef, useState, type RefObject } from 'react';
import { catchFocus } from '~/features/acts';
import type { Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { later } from '~/lib/later';
import { useRouter } from '~/lib/navigation';
import { Button, Notice } from '~/ui';
import { releaseOf, type OwnExample, type OwnExamples } from './examples-data';
import styles from './examples.module.css';
import { useWithdraw } from './use-withdraw';

const OfferDialog = later(() => import('./offer-dialog'));

/** What stands of a release, and the one press that ends it. */
function Released({ example, place }: { example: OwnExample; place: RefObject<HTMLParagraphElement | null> }) {
  const t = useText();
  const { isPending, errorText, withdraw } = useWithdraw(example, place);
  const places = example.places.map((place) => t(`examples.place.${place}`)).join(', ');
  return (
    <>
      <p className={styles.text} ref={place} tabIndex={-1}>
        {example.status === 'shown'
          ? t('examples.shown', { date: formatDate(example.endsAt), places })
          : t('examples.waits')}
      </p>
      {errorText ? <Notice tone="bad">{errorText}</Notice> : null}
      <Button isPending={isPending} onPress={() => void withdraw()}>
        {t('examples.withdraw')}
      </Button>
    </>
  );
}

/** Asks, below a result, whether others may see it; or says what was agreed. Without an answer of the server it asks nothing. */
export function OfferExample({ generation, own }: { generation: Schemas['Generation']; own: OwnExamples }) {
  const t = useText();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  /** The sentence that says what is offered; it gets the focus of buttons that go. */
  const place = useRef<HTMLParagraphElement>(null);
  if (!own.ok || generation.sample) return null;
  const { rewardCredits } = own.value;
  const example = releaseOf(own, generation.id);
  return (
    <section className={styles.offer} aria-labelledby="example-title">
      <h2 id="example-title">{t('examples.title')}</h2>
      {example ? (
        <Released example={example} place={place} />
      ) : (
        <>
          <p className={styles.text} ref={place} tabIndex={-1}>
            {t('examples.text')} {rewardCredits > 0 ? t('examples.reward', { count: rewardCredits }) : null}
          </p>
          <Button onPress={() => setOpen(true)}>{t('examples.open')}</Button>
        </>
      )}
      {isOpen ? (
        <OfferDialog
          generation={generation}
          onChange={async () => {
            await router.invalidate();
            catchFocus(place);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </section>
  );
}
