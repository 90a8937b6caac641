import { createContext, lazy, Suspense, useCallback, useContext, useState, type ReactNode } from 'react';
import { errorCode } from '~/lib/api';

const ProofDialog = lazy(() => import('./proof-dialog'));

/** The customer did not want to prove who they are; nothing has happened. */
export class ProofCancelled extends Error {
  override readonly name = 'ProofCancelled';
}

type Prove = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** What the server asks for before it acts. */
const DEMANDS = ['proof_required', 'second_factor_required'] as const;
export type Demand = (typeof DEMANDS)[number];

const demandOf = (error: unknown): Demand | undefined => DEMANDS.find((demand) => demand === errorCode(error));

interface Waiting {
  demand: Demand;
  proven(): void;
  cancelled(): void;
}

const ProofContext = createContext<Prove>((act) => act());

/**
 * Runs an act of a signed-in person. Where the server wants to know first that it is them, or wants their second factor, the dialog asks
 * once for each, and the act is repeated.
 * @throws ProofCancelled when the dialog is closed without a proof; whatever the act throws otherwise
 */
export const useProof = (): Prove => useContext(ProofContext);

/** Brings the dialog that `useProof` asks with. */
export function ProofProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);

  const prove = useCallback<Prove>(async (act) => {
    const asked = new Set<Demand>();
    for (;;) {
      try {
        return await act();
      } catch (error) {
        const demand = demandOf(error);
        if (!demand || asked.has(demand)) throw error;
        asked.add(demand);
        await new Promise<void>((resolve, reject) =>
          setWaiting({ demand, proven: resolve, cancelled: () => reject(new ProofCancelled()) }),
        );
      }
    }
  }, []);

  const settle = (outcome: 'proven' | 'cancelled') => {
    setWaiting(null);
    waiting?.[outcome]();
  };

  return (
    <ProofContext value={prove}>
      {children}
      {waiting ? (
        <Suspense>
          <ProofDialog
            key={waiting.demand}
            demand={waiting.demand}
            onProven={() => settle('proven')}
            onClose={() => settle('cancelled')}
          />
        </Suspense>
      ) : null}
    </ProofContext>
  );
}
