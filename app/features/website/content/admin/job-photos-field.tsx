import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { Button } from "~/ui/button";
import { FieldError, TextField } from "~/ui/form/field";
import { SectionAction } from "~/ui/section";
import { copyJobPhotos, jobPhotosQuery } from "../admin-client";

interface Job {
  bookingId: string;
  reference: string;
}

interface JobPhotosFieldProps {
  /** Job of an already chosen photo. */
  job: Job | null;
  onChoose: (job: Job, position: "beforeId" | "afterId", fileId: string) => void;
  onCancel: () => void;
}

/** Photos of a job to choose from. Chosen ones are copied, so that the job keeps its own. */
export function JobPhotosField({ job, onChoose, onCancel }: JobPhotosFieldProps) {
  const [referenceText, setReferenceText] = useState("");
  const [searchedReference, setSearchedReference] = useState(job?.reference ?? "");
  const [failure, setFailure] = useState<string>();
  const found = useQuery({ ...jobPhotosQuery(searchedReference), enabled: searchedReference !== "" });

  async function choose(id: string, position: "beforeId" | "afterId") {
    if (!found.data) return;
    const { bookingId, reference } = found.data;
    setFailure(undefined);
    try {
      const [copy] = await copyJobPhotos([id]);
      if (copy) onChoose({ bookingId, reference }, position, copy);
    } catch (thrown) {
      setFailure(thrown instanceof HttpError ? thrown.message : m.common_unexpected_answer());
    }
  }

  const photos = found.data?.photos ?? [];
  return (
    <fieldset className="flex flex-col gap-3 rounded border border-line p-3">
      <legend className="px-1 text-sm font-medium">{m.website_job()}</legend>
      {job ? (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span>{m.website_job_chosen({ reference: job.reference })}</span>
          <SectionAction
            onClick={() => {
              setSearchedReference("");
              onCancel();
            }}
          >
            {m.website_job_discard()}
          </SectionAction>
        </p>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <TextField
            label={m.website_job_reference()}
            hint={m.website_job_hint()}
            placeholder="BK-2026-000123"
            className="min-w-56 grow"
            value={referenceText}
            error={found.isError && searchedReference !== "" ? found.error.message : undefined}
            onChange={({ target }) => setReferenceText(target.value)}
          />
          <Button
            size="small"
            tone="quiet"
            disabled={referenceText.trim() === ""}
            onClick={() => setSearchedReference(referenceText.trim().toUpperCase())}
          >
            {m.website_job_find()}
          </Button>
        </div>
      )}
      {found.data && photos.length === 0 && <p className="text-sm text-muted">{m.website_job_none()}</p>}
      <ul className="flex flex-wrap gap-3 empty:hidden">
        {photos.map(({ id }, at) => (
          <li key={id} className="flex w-40 flex-col gap-1">
            <img
              src={`/api/files/${id}`}
              alt={m.website_job_photo({ number: at + 1 })}
              className="aspect-[4/3] w-full rounded bg-sunken object-cover"
            />
            <SectionAction
              label={`${m.website_job_as_before()}: ${m.website_job_photo({ number: at + 1 })}`}
              onClick={() => void choose(id, "beforeId")}
            >
              {m.website_job_as_before()}
            </SectionAction>
            <SectionAction
              label={`${m.website_job_as_after()}: ${m.website_job_photo({ number: at + 1 })}`}
              onClick={() => void choose(id, "afterId")}
            >
              {m.website_job_as_after()}
            </SectionAction>
          </li>
        ))}
      </ul>
      <FieldError id="job-photos-error" error={failure} />
    </fieldset>
  );
}
