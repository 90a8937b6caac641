import { useRef } from 'react';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import type { Schemas } from '~/lib/api';
import { Button, EmptyState, Notice, Row, Rows, Status } from '~/ui';
import { isOpen, type OwnExample } from './examples-data';
import { useWithdraw } from './use-withdraw';

function ReleaseRow({ example }: { example: OwnExample }) {
  const t = useText();
  const place = useRef<HTMLSpanElement>(null);
  const { isPending, errorText, withdraw } = useWithdraw(example, place);
  const { status, style, alias, endsAt, endedBecause, places } = example;
  const open = isOpen(example);
  return (
    <Row
      title={
        <span ref={place} tabIndex={-1}>
          {open ? t('examples.list.item', { style, count: example.portraits }) : t('examples.list.ended', { style })}
        </span>
      }
      detail={
        endedBecause
          ? t(`examples.list.because.${endedBecause}`)
          : [alias, ...places.map((place) => t(`examples.place.${place}`))].join(' · ')
      }
      below={errorText ? <Notice tone="bad">{errorText}</Notice> : undefined}
      status={
        <Status tone={status === 'shown' ? 'good' : 'neutral'}>
          {t(`examples.list.status.${status}`, { date: formatDate(endsAt) })}
        </Status>
      }
      action={
        open ? (
          <Button
            variant="quiet"
            isPending={isPending}
            onPress={() => void withdraw()}
            aria-label={t('examples.withdrawOf', { alias })}
          >
            {t('examples.withdraw')}
          </Button>
        ) : undefined
      }
    />
  );
}

/** Every release with where and until when, to be taken back. */
export function Releases({ own }: { own: Schemas['OwnExamples'] }) {
  const t = useText();
  if (own.items.length === 0) return <EmptyState>{t('examples.list.none')}</EmptyState>;
  return (
    <Rows label={t('examples.list.title')}>
      {own.items.map((example) => (
        <ReleaseRow key={example.id} example={example} />
      ))}
    </Rows>
  );
}
