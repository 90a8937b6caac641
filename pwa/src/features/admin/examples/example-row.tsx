import { formatDate } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { Button, Row, Status } from '~/ui';
import styles from './examples.module.css';
import type { AdminExample } from './examples-data';

const TONE = { preparing: 'neutral', offered: 'neutral', shown: 'good', ended: 'neutral' } as const;

/** On what ground it may be shown, where and until when. */
function detailOf(example: AdminExample, style: string, t: Text): string {
  const { status, account, releaseReference, releasedAt, places, months, endsAt, endedAt, endedBecause } = example;
  const ground = account
    ? t('admin.examples.customer', { email: account.email })
    : months
      ? t('admin.examples.left')
      : t('admin.examples.operator', { reference: releaseReference });
  const end =
    status === 'ended'
      ? t(`admin.examples.because.${endedBecause ?? 'removed'}`, { date: formatDate(endedAt ?? endsAt) })
      : status === 'offered'
        ? `${t('admin.examples.months', { count: months ?? 0 })}, ${t('admin.examples.waits', { date: formatDate(endsAt) })}`
        : t('admin.examples.until', { date: formatDate(endsAt) });
  return [
    style,
    `${ground}, ${t('admin.examples.since', { date: formatDate(releasedAt) })}`,
    places.map((place) => t(`examples.place.${place}`)).join(', '),
    end,
  ]
    .filter(Boolean)
    .join(' · ');
}

export const picturePath = (exampleId: string, pictureId: string): string =>
  `/api/v1/admin/examples/${exampleId}/pictures/${pictureId}`;

/** What a picture is called where it is not seen. */
export function pictureName(example: AdminExample, id: string, t: Text): string {
  const picture = example.pictures.find((one) => one.id === id)!;
  const portraits = example.pictures.filter(({ kind }) => kind === 'portrait');
  return picture.kind === 'before'
    ? t('admin.examples.picture.before')
    : t('admin.examples.picture.portrait', { number: portraits.indexOf(picture) + 1 });
}

interface ExampleRowProps {
  example: AdminExample;
  style: string;
  onEdit(): void;
  onPictures(): void;
  onShow(): void;
  onEnd(): void;
}

/** One entry of the register, with the pictures as they are or will be seen. */
export function ExampleRow({ example, style, onEdit, onPictures, onShow, onEnd }: ExampleRowProps) {
  const t = useText();
  const { id, alias, status, account, pictures } = example;
  const isOwn = account === null && status === 'preparing';
  const shows = status === 'offered' ? 'accept' : 'show';
  const ending = status === 'offered' ? 'refuse' : 'end';
  return (
    <Row
      hasManyActions
      title={alias || t(`admin.examples.status.${status}`)}
      detail={detailOf(example, style, t)}
      part={
        pictures.length > 0 ? (
          <ul className={styles.pictures} aria-label={t('admin.examples.picturesLabel', { alias })}>
            {pictures.map((picture) => (
              <li key={picture.id}>
                {picture.isReady ? (
                  <img
                    src={picturePath(id, picture.id)}
                    alt={pictureName(example, picture.id, t)}
                    width={picture.width}
                    height={picture.height}
                  />
                ) : (
                  <span>{t('admin.examples.preparingPicture')}</span>
                )}
              </li>
            ))}
          </ul>
        ) : undefined
      }
      status={<Status tone={TONE[status]}>{t(`admin.examples.status.${status}`)}</Status>}
      action={
        status === 'ended' ? undefined : (
          <>
            {isOwn ? (
              <Button variant="quiet" aria-label={t('admin.examples.picturesLabel', { alias })} onPress={onPictures}>
                {t('admin.examples.pictures')}
              </Button>
            ) : null}
            {account === null ? (
              <Button variant="quiet" aria-label={t('admin.examples.editLabel', { alias })} onPress={onEdit}>
                {t('admin.edit')}
              </Button>
            ) : null}
            {status === 'shown' ? null : (
              <Button variant="quiet" aria-label={t(`admin.examples.${shows}Label`, { alias })} onPress={onShow}>
                {t(`admin.examples.${shows}`)}
              </Button>
            )}
            <Button variant="quiet" aria-label={t(`admin.examples.${ending}Label`, { alias })} onPress={onEnd}>
              {t(`admin.examples.${ending}`)}
            </Button>
          </>
        )
      }
    />
  );
}
