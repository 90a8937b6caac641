import { useAction } from '~/features/acts';
import { ACCEPTED_PICTURES } from '~/lib/accepted-pictures';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { loadTexts, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { Button, FileDrop, FormDialog, Notice, ProgressBar } from '~/ui';
import { pictureName, picturePath } from './example-row';
import styles from './examples.module.css';
import type { AdminExample } from './examples-data';

type Kind = AdminExample['pictures'][number]['kind'];

/** Adds pictures to an example that is not shown yet, and takes them out again. */
export function PicturesDialog({
  example,
  onChange,
  onClose,
}: {
  example: AdminExample;
  onChange(): unknown;
  onClose(): void;
}) {
  const t = useText();
  const { isPending, errorText, run } = useAction('admin.examples.upload.failed');
  const { id, alias, pictures } = example;

  async function send(kind: Kind, file: File): Promise<void> {
    const { reason } = await adminApi.uploads.examplePicture({ exampleId: id, kind, file });
    if (!reason) return;
    await loadTexts('aiProfiles.wizard');
    notify({
      title: t('admin.examples.upload.refused', { name: file.name }),
      text:
        reason === 'not_made_here' ? t('admin.examples.upload.not_made_here') : t(`aiProfiles.wizard.remedy.${reason}`),
      tone: 'bad',
    });
  }
  const upload = (kind: Kind, files: readonly File[]) =>
    run(async () => {
      try {
        for (const file of files) await send(kind, file);
      } finally {
        // Those before one that fails are there.
        await onChange();
      }
    });
  const remove = (pictureId: string) => run(() => adminApi.deleteExamplePicture({ path: { id, pictureId } }), onChange);

  return (
    <FormDialog isOpen title={t('admin.examples.upload.title', { alias })} onClose={onClose}>
      <div className={styles.upload}>
        <p className={styles.soft}>{t('admin.examples.upload.lead', { count: facts.examples.mostPortraits })}</p>
        {errorText ? <Notice tone="bad">{errorText}</Notice> : null}
        {isPending ? <ProgressBar label={t('admin.examples.upload.working')} /> : null}
        {pictures.length === 0 ? <p>{t('admin.examples.upload.none')}</p> : null}
        <ul className={styles.pictures}>
          {pictures.map((picture) => {
            const name = pictureName(example, picture.id, t);
            return (
              <li key={picture.id}>
                {picture.isReady ? (
                  <img src={picturePath(id, picture.id)} alt={name} width={picture.width} height={picture.height} />
                ) : (
                  <span>{t('admin.examples.preparingPicture')}</span>
                )}
                <Button
                  variant="quiet"
                  aria-label={t('admin.examples.upload.remove', { name })}
                  onPress={() => void remove(picture.id)}
                >
                  {t('admin.examples.upload.removeShort')}
                </Button>
              </li>
            );
          })}
        </ul>
        {(['portraits', 'before'] as const).map((kind) => (
          <FileDrop
            key={kind}
            label={t(`admin.examples.upload.${kind}`)}
            accept={ACCEPTED_PICTURES}
            isDisabled={isPending}
            onFiles={(files) => void upload(kind === 'before' ? 'before' : 'portrait', files)}
          >
            {t(`admin.examples.upload.${kind}`)}
          </FileDrop>
        ))}
        <Button variant="primary" onPress={onClose}>
          {t('admin.examples.upload.close')}
        </Button>
      </div>
    </FormDialog>
  );
}
