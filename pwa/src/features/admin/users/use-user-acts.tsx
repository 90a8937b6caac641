import { useState } from 'react';
import { useAction } from '~/features/acts';
import { type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useMe } from '~/lib/session';
import { ReasonDialog, type ReasonQuestion } from '../reason-dialog';
import { CreditsDialog } from './credits-dialog';

type User = Schemas['AdminUser'];
type Open = { kind: 'credits'; user: User } | { kind: 'reason'; question: ReasonQuestion } | null;

/** What an admin can do to a user, and the dialogs that ask first; `onDone` shows what came of it. */
export function useUserActs(onDone: () => unknown) {
  const t = useText();
  const me = useMe();
  const [open, setOpen] = useState<Open>(null);
  const synchronising = useAction();

  const block = (user: User): ReasonQuestion => ({
    title: t('admin.users.blockTitle'),
    text: t('admin.users.blockText', { name: user.email }),
    hint: t('admin.users.blockHint'),
    confirmLabel: t('admin.users.block'),
    act: (reason) => adminApi.blockUser({ path: { id: user.id }, body: { reason } }),
    done: () => {
      notify({ title: t('admin.users.blocked'), text: t('admin.users.blockedText'), tone: 'good' });
      return onDone();
    },
  });

  const unblock = (user: User): ReasonQuestion => ({
    title: t('admin.users.unblockTitle'),
    text: t('admin.users.unblockText', { name: user.email }),
    hint: t('admin.reasonHint'),
    confirmLabel: t('admin.users.unblock'),
    act: (reason) => adminApi.unblockUser({ path: { id: user.id }, body: { reason } }),
    done: () => {
      notify({ title: t('admin.users.unblocked'), text: t('admin.users.unblockedText'), tone: 'good' });
      return onDone();
    },
  });

  const changeRole = (user: User): ReasonQuestion => {
    const role = user.role === 'admin' ? 'user' : 'admin';
    return {
      title: t(`admin.users.roleTitle.${role}`),
      text: t(`admin.users.roleText.${role}`, { name: user.email }),
      hint: t('admin.reasonHint'),
      confirmLabel: t(`admin.users.roleConfirm.${role}`),
      act: (reason) => adminApi.changeRole({ path: { id: user.id }, body: { role, reason } }),
      done: () => {
        notify({
          title: t('admin.users.roleDone'),
          text: t(`admin.users.roleDoneText.${role}`, { name: user.email }),
          tone: 'good',
        });
        return onDone();
      },
    };
  };

  const synchronise = (user: User) =>
    synchronising.run(
      () => adminApi.synchroniseUser({ path: { id: user.id } }),
      ({ creditsGranted }) => {
        notify({
          title: t('admin.users.synchronised'),
          text:
            creditsGranted > 0
              ? t('admin.users.synchronisedText', { credits: formatNumber(creditsGranted) })
              : t('admin.users.synchronisedNothing'),
          tone: 'good',
        });
        return onDone();
      },
    );

  /** The acts on one user, for a menu; none of them on the own account but reading the provider again. */
  const actsOn = (user: User) => [
    ...(user.id === me.id
      ? []
      : [
          { id: 'credits', label: t('admin.users.credits'), onAction: () => setOpen({ kind: 'credits', user }) },
          user.isBlocked
            ? {
                id: 'unblock',
                label: t('admin.users.unblock'),
                onAction: () => setOpen({ kind: 'reason', question: unblock(user) }),
              }
            : {
                id: 'block',
                label: t('admin.users.block'),
                onAction: () => setOpen({ kind: 'reason', question: block(user) }),
              },
          {
            id: 'role',
            label: t(`admin.users.roleConfirm.${user.role === 'admin' ? 'user' : 'admin'}`),
            onAction: () => setOpen({ kind: 'reason', question: changeRole(user) }),
          },
        ]),
    { id: 'synchronise', label: t('admin.users.synchronise'), onAction: () => void synchronise(user) },
  ];

  const close = () => setOpen(null);
  const dialog =
    open === null ? null : open.kind === 'credits' ? (
      <CreditsDialog user={open.user} onDone={onDone} onClose={close} />
    ) : (
      <ReasonDialog question={open.question} onClose={close} />
    );
  return { actsOn, dialog };
}
