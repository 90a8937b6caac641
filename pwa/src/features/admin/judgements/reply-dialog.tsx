import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { BildnisError, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { FormDialog, TextArea } from '~/ui';

/** The operator's answer to a sentence; an empty one takes it away. */
export function ReplyDialog({
  sentence: { id, sentence, reply },
  onDone,
  onClose,
}: {
  sentence: Schemas['AdminSentence'];
  onDone(reply: string | null): unknown;
  onClose(): void;
}) {
  const t = useText();
  const action = useAction();
  const [words, setWords] = useState(reply ?? '');
  const { error } = action;
  const isRefused = error instanceof BildnisError && error.fields.some(({ path }) => path === 'reply');

  async function send() {
    const body = { sentence, reply: words.replaceAll(/\s+/g, ' ').trim() || null };
    const isDone = await action.run(
      () => adminApi.replyToSentence({ path: { id }, body }),
      () => {
        notify({ title: t('admin.judgements.replyDone'), tone: 'good' });
        return onDone(body.reply);
      },
    );
    if (isDone) onClose();
  }

  return (
    <FormDialog isOpen title={t('admin.judgements.replyTitle')} onClose={onClose}>
      <ActionForm
        action={action}
        hidesError={isRefused}
        onSubmit={send}
        onClose={onClose}
        submitLabel={t('admin.save')}
      >
        <p>«{sentence}»</p>
        <TextArea
          autoFocus
          label={t('admin.judgements.replyField')}
          description={t('admin.judgements.replyHint')}
          maxLength={facts.judgements.replyMax}
          value={words}
          onChange={setWords}
          error={isRefused ? t('admin.judgements.replyLink') : undefined}
        />
      </ActionForm>
    </FormDialog>
  );
}
