import type { PipelinePlan } from "../api/generated";
import { fill, useTexts } from "../i18n";
import { costText, refusal } from "./choices";

/** The cost of a recording, and whether this machine can bear it. */
export function CostLine({ plan, form }: { plan: PipelinePlan | null; form?: "now" | "then" }) {
  const texts = useTexts();
  const { setup } = texts.t;
  if (plan === null) return <p className="quiet">{setup.estimating}</p>;
  const cost = costText(plan, "cost", texts);
  if (cost === null) return <p lang={plan.obstacle ? "en" : undefined}>{fill(setup.unknown, { reason: plan.obstacle ?? "" })}</p>;
  const reason = refusal(plan, texts);
  const text = reason ? `${cost}; ${reason}` : plan.cost!.fits ? cost : fill(setup.mayBeTooMuch, { cost });
  return <p className={plan.cost!.fits ? undefined : "is-bad"}>{form ? fill(setup[form], { cost: text }) : text}</p>;
}
